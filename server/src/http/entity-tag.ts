import type { FastifyReply } from 'fastify'

/**
 * Answers 304 without a body if the client already has the version with this tag. Otherwise answers the result of `read` with the
 * tag. The tag must be computed before `read` starts. A tag that is older than the body only costs an unnecessary answer later. A
 * tag that is newer would hide a change until the next one.
 */
export async function answerWithEntityTag<Answer>(
  reply: FastifyReply,
  tag: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // Weak, because a proxy may compress the body differently.
  const entityTag = `W/"${tag}"`
  reply.header('etag', entityTag)
  const held = reply.request.headers['if-none-match']?.split(',').map(tag => tag.trim())
  if (!held?.includes(entityTag)) return read()
  // The reply has been sent, so there is no value to return.
  return reply.code(304).send() as never
}
