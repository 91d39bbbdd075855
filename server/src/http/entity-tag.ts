import type { FastifyReply } from 'fastify'

/**
 * Answers 304 and nothing else where the asker still holds what the tag stands for, otherwise what `read` gives, under
 * that tag. The tag is made before `read` begins: one that is older than its body costs a needless answer next time, one
 * that is newer would keep what changed in between from being seen until the next change.
 */
export async function answerTagged<Answer>(
  reply: FastifyReply,
  tag: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // Weak: what stands between may pack the body differently.
  const entityTag = `W/"${tag}"`
  reply.header('etag', entityTag)
  const held = reply.request.headers['if-none-match']?.split(',').map(tag => tag.trim())
  if (!held?.includes(entityTag)) return read()
  // A reply that was sent stands for no answer.
  return reply.code(304).send() as never
}
