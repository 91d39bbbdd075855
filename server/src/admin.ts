import { readConfig } from '#config.ts'
import { localVerbs } from '#operator/local-verbs.ts'
import { parseCommand } from '#operator/parse-command.ts'
import { perform } from '#operator/perform.ts'
import { outcomeOf } from '#operator/run-command.ts'
import { usage } from '#operator/usage.ts'
import type { Outcome } from '#operator/verb.ts'
import { verbs } from '#operator/verbs.ts'
import { OperatorError } from '#operator-error.ts'

/** The operator's command line. */
async function main(args: string[]): Promise<Outcome> {
  // npm itself moves to the root: the files that are named stand where it was typed.
  const command = { args, folder: process.env.INIT_CWD ?? process.cwd() }
  try {
    const all = [...verbs, ...localVerbs]
    const parsed = parseCommand(all, args, command.folder)
    if (parsed === 'help') {
      for (const line of usage(all)) say(line)
      return { exit: 0 }
    }
    const config = readConfig(process.env)
    const local = localVerbs.find(({ name }) => name === parsed.verb.name)
    if (!local) return await perform(config, command, say, sayBytes)
    await local.run(config, parsed.asked, say)
    return { exit: 0 }
  } catch (error) {
    return outcomeOf(error)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

let hasBytes = false

/** Bytes for a file or another program, each written when the one before was taken. Half of them are worth nothing. */
async function sayBytes(bytes: Uint8Array): Promise<void> {
  if (process.stdout.isTTY)
    throw new OperatorError(
      'Standard output is a terminal: send it into a file (docker compose exec needs -T).',
    )
  hasBytes = true
  await new Promise<void>((taken, failed) =>
    process.stdout.write(bytes, error => (error ? failed(error) : taken())),
  )
}

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // Whoever reads only the first lines has what they wanted.
  if (code === 'EPIPE' && !hasBytes) process.exit(0)
  console.error(`Standard output cannot be written (${code}).`)
  process.exit(1)
})

const { exit, refusal } = await main(process.argv.slice(2))
if (refusal) console.error(refusal)
if (exit === 2) console.error('`npm run admin` alone says what there is.')
process.exitCode = exit
