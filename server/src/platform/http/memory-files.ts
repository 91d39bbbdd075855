import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerWithEntityTag } from './entity-tag.ts'

export type MemoryFile = {
  type: string
  tag: string
  content: Buffer
  compressed: Partial<Record<Encoding, Buffer>>
}

type Encoding = keyof typeof endings

// The order is that of the server's preference.
const endings = { br: '.br', gzip: '.gz' }

/** Reads all files of a folder by their paths, which begin with `/`. All answers share their content, so a slow client holds no copy. */
export async function readFiles(folder: string): Promise<Map<string, MemoryFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const read = found
    .filter(entry => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[string, Buffer]> => {
      const file = join(parentPath, name)
      return [`/${relative(folder, file).replaceAll('\\', '/')}`, await readFile(file)]
    })
  const contents = new Map(await Promise.all(read))
  const files = [...contents]
    .filter(([path]) => !isCopy(path))
    .map(([path, content]) => fileOf(path, content))
  return new Map(files)

  function isCopy(path: string): boolean {
    return Object.values(endings).some(
      ending => path.endsWith(ending) && contents.has(path.slice(0, -ending.length)),
    )
  }

  function fileOf(path: string, content: Buffer): [string, MemoryFile] {
    const [br, gzip] = [contents.get(`${path}${endings.br}`), contents.get(`${path}${endings.gzip}`)]
    const type = types[extname(path)] ?? 'application/octet-stream'
    return [
      path,
      { type, tag: tagOf(content), content, compressed: { ...(br && { br }), ...(gzip && { gzip }) } },
    ]
  }
}

export function sendFile(request: FastifyRequest, reply: FastifyReply, file: MemoryFile): Promise<Buffer> {
  const accepted = acceptedEncodings(request.headers['accept-encoding'])
  const encoding = (Object.keys(file.compressed) as Encoding[]).find(name => accepted.has(name))
  if (Object.keys(file.compressed).length > 0) reply.header('vary', 'accept-encoding')
  return answerWithEntityTag(reply, file.tag, async () => {
    if (encoding) reply.header('content-encoding', encoding)
    reply.type(file.type)
    return (encoding && file.compressed[encoding]) ?? file.content
  })
}

function acceptedEncodings(header = ''): Set<string> {
  const items = header.toLowerCase().split(',')
  const accepted = items.filter(item => !/;\s*q=0(\.0*)?\s*$/.test(item))
  return new Set(accepted.map(item => item.split(';')[0]?.trim() ?? ''))
}

function tagOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
