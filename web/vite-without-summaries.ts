import { type Plugin, parseSync, Visitor } from 'vite'

/** Empties the summaries of the contract's endpoints in the app's files, because only the server's API document shows them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
      handler(code, id) {
        const summaries: { start: number; end: number }[] = []
        const visitor = new Visitor({
          Property({ key, value }) {
            if (key.type === 'Identifier' && key.name === 'summary') summaries.push(value)
          },
        })
        visitor.visit(parseSync(id, code).program)
        return summaries.reduceRight(
          (rest, { start, end }) => `${rest.slice(0, start)}''${rest.slice(end)}`,
          code,
        )
      },
    },
  }
}
