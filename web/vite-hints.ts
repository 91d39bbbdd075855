import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/**
 * Writes `hints.json`: the files that each page will ask for, by the beginning of its path. The first beginning that fits counts.
 * The server names the files in the head of the page, so that they are fetched together with the page's own.
 */
export function hints(pages: Record<string, string[]>): Plugin {
  return {
    name: 'hints',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
      const named = (source: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
      const entry = chunks.find(({ isEntry }) => isEntry)
      const here = new Set(entry && withImports(entry, bundle))
      const source = Object.fromEntries(
        Object.entries(pages).map(([path, sources]) => {
          const files = sources.flatMap(source => {
            const chunk = named(source)
            if (!chunk) throw new Error(`There is no chunk of ${source}`)
            return withImports(chunk, bundle)
          })
          return [path, [...new Set(files)].filter(file => !here.has(file)).map(file => `/${file}`)]
        }),
      )
      this.emitFile({ type: 'asset', fileName: 'hints.json', source: JSON.stringify(source) })
    },
  }
}

function withImports(chunk: Chunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap(name => {
    const part = bundle[name]
    return part?.type === 'chunk' ? withImports(part, bundle, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}
