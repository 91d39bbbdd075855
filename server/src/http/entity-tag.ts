import type { FastifyReply } from 'fastify'

/**
 * Answers 304 if the client already has the data with this tag. If not, returns the result of `read`. `tag` must be computed
 * before the data is read: otherwise, after a concurrent change, old data could have the new tag.
 */
export async function answerWithEntityTag<Answer>(
  reply: FastifyReply,
  tag: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // The tag is weak, because a proxy may compress the body in another way.
  const entityTag = `W/"${tag}"`
  reply.header('etag', entityTag)
  const held = reply.request.headers['if-none-match']?.split(',').map(tag => tag.trim())
  if (!held?.includes(entityTag)) return read()
  // The reply has been sent, so there is no value to return.
  return reply.code(304).send() as never
}
