import type { Outcome } from '#operator/command.ts'
import { commands } from '#operator/commands.ts'
import { dispatchCommand } from '#operator/dispatch-command.ts'
import { localCommands, usageLines } from '#operator/help.ts'
import { parseCommand } from '#operator/parse-command.ts'
import { outcomeOf } from '#operator/run-command.ts'
import { readConfig } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { version } from '#platform/version.ts'

async function main(args: string[]): Promise<Outcome> {
  // npm changes the working directory to the root folder, but relative paths start at the folder in which the command was typed.
  const line = { args, folder: process.env.INIT_CWD ?? process.cwd() }
  try {
    const all = [...commands, ...localCommands]
    const parsed = parseCommand(all, line)
    if (parsed === 'help') {
      for (const text of usageLines(all)) print(text)
      return { exit: 0 }
    }
    if (parsed === 'version') {
      print(version)
      return { exit: 0 }
    }
    const config = readConfig(process.env)
    const local = localCommands.find(({ name }) => name === parsed.command.name)
    if (!local) return await dispatchCommand(config, line, print, printBytes)
    await local.run(config, parsed.input, print, printBytes)
    return { exit: 0 }
  } catch (error) {
    return outcomeOf(error)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

let hasPrintedBytes = false

/** Throws OperatorError if standard output is a terminal. */
async function printBytes(bytes: Uint8Array): Promise<void> {
  if (process.stdout.isTTY)
    throw new OperatorError(
      'Standard output is a terminal: redirect it to a file (docker compose exec needs -T).',
    )
  hasPrintedBytes = true
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(bytes, error => (error ? reject(error) : resolve())),
  )
}

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // A program like `head` closes its input after some lines. Text may be cut off, but the bytes of a backup may not.
  if (code === 'EPIPE' && !hasPrintedBytes) process.exit(0)
  console.error(`Standard output cannot be written (${code}).`)
  process.exit(1)
})

const { exit, refusal } = await main(process.argv.slice(2))
if (refusal) console.error(refusal)
if (exit === 2) console.error('`npm run admin` lists the commands.')
process.exitCode = exit
