import type { Plugin, Rolldown } from 'vite'
import { inLanguage } from './vite-texts.ts'

type Chunk = Rolldown.OutputChunk

/**
 * Writes `hints.json`. For each prefix of a path, this file lists the built files that pages with this prefix need. Files
 * that every page needs are left out. The server takes the first matching prefix, and links its files in the head of the page.
 * So the browser loads these files early. `pages` maps each prefix to the source files of its pages.
 */
export function hints(pages: Record<string, string[]>): Plugin {
  return {
    name: 'hints',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(part => part.type === 'chunk')
      const chunkOf = (source: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(source)))
      const entry = chunks.find(({ isEntry }) => isEntry)
      const inEveryPage = new Set(entry && withImports(entry, bundle))
      const filesByPath = Object.fromEntries(
        Object.entries(pages).map(([path, sources]) => {
          const files = sources.flatMap(source => {
            const chunk = chunkOf(source)
            if (!chunk) throw new Error(`There is no chunk of ${source}`)
            return withImports(chunk, bundle)
          })
          return [path, [...new Set(files)].filter(file => !inEveryPage.has(file)).map(inLanguage)]
        }),
      )
      this.emitFile({ type: 'asset', fileName: 'hints.json', source: JSON.stringify(filesByPath) })
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
