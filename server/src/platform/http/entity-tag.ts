import type { FastifyReply } from 'fastify'

/** `tag` must be computed before the data is read. Otherwise, old data could get the tag of a concurrent change. */
export async function answerWithEntityTag<Answer>(
  reply: FastifyReply,
  tag: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // The tag is weak, because a proxy may compress the body.
  const entityTag = `W/"${tag}"`
  reply.header('etag', entityTag)
  const held = reply.request.headers['if-none-match']?.split(',').map(tag => tag.trim())
  if (!held?.includes(entityTag)) return read()
  // The reply has been sent, so there is no value to return.
  return reply.code(304).send() as never
}
