import type { Chance } from './chance.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Described = {
  operationId?: string
  requestBody?: Content
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
}
export type ApiDocument = { paths: Record<string, Record<string, Described>> }

/** An operation of the API document. */
export type Operation = { id: string; method: string; path: string; body: Schema | null; query: string[] }

/** What exists at the moment, by the name under which requests speak of it. */
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

/** The path with ids of things that exist, mine or somebody else's. */
export function pathFor({ path }: Operation, known: Known, chance: Chance): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => chance.of(known[name] ?? ['AAAAAAAAAAAA']))
}

/** A body that the document allows, as far as it says so. */
export function bodyFor(schema: Schema, known: Known, chance: Chance, name = ''): unknown {
  const examples = known[name]
  if (examples) return chance.of(examples)
  if (schema.properties) {
    const required = new Set(schema.required)
    const wanted = Object.entries(schema.properties).filter(([key]) => required.has(key) || chance.oneIn(2))
    return Object.fromEntries(wanted.map(([key, value]) => [key, bodyFor(value, known, chance, key)]))
  }
  if (schema.type === 'array')
    return Array.from({ length: chance.number(4) }, () => bodyFor(schema.items ?? {}, known, chance, 'email'))
  if (schema.type === 'boolean') return chance.oneIn(2)
  if (schema.type === 'integer' || schema.type === 'number') return chance.number(1_000)
  return chance.of(['Night Watch', 'x', '', 'Ärzte 🚑', '٤٢'])
}
