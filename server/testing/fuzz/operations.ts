import type { Random } from './random.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}
type Content = { content?: Record<string, { schema?: Schema }> }
type OperationObject = {
  operationId?: string
  requestBody?: Content
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
}
export type ApiDocument = { paths: Record<string, Record<string, OperationObject>> }

export type Operation = { id: string; method: string; path: string; body: Schema | null; query: string[] }

/**
 * Maps the name of a parameter or property to example values. Most of the ids and addresses among them exist. A name after an operation and
 * a space applies to this operation.
 */
export type Known = Record<string, string[]>

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId = path, requestBody, parameters = [] }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      body: requestBody?.content?.['application/json']?.schema ?? null,
      query: parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name),
    })),
  )
}

/** Returns the path with known ids, which may belong to objects of any user. */
export function pathFor({ id, path }: Operation, known: Known, random: Random): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    random.pick(known[`${id} ${name}`] ?? known[name] ?? ['AAAAAAAAAAAA']),
  )
}

export function bodyFor(schema: Schema, known: Known, random: Random, name = ''): unknown {
  const examples = known[name]
  if (examples) return random.pick(examples)
  if (schema.properties) {
    const required = new Set(schema.required)
    const included = Object.entries(schema.properties).filter(([key]) => required.has(key) || random.oneIn(2))
    return Object.fromEntries(included.map(([key, value]) => [key, bodyFor(value, known, random, key)]))
  }
  if (schema.type === 'array')
    return Array.from({ length: random.number(4) }, () => bodyFor(schema.items ?? {}, known, random, 'email'))
  if (schema.type === 'boolean') return random.oneIn(2)
  if (schema.type === 'integer' || schema.type === 'number') return random.number(1_000)
  return random.pick(['Night Watch', 'x', '', 'Ärzte 🚑', '٤٢'])
}
