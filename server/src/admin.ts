import pino from 'pino'
import { createServices } from '#app.ts'
import { systemClock } from '#clock.ts'
import { type Config, readConfig } from '#config.ts'
import { askServer, connectTo, controlSocket } from '#operator/control-channel.ts'
import { openForCommand } from '#operator/open-for-command.ts'
import { parseCommand } from '#operator/parse-command.ts'
import { type Command, type Outcome, outcomeOf, runCommand } from '#operator/run-command.ts'
import { usage } from '#operator/usage.ts'
import { verbs } from '#operator/verbs.ts'

/** The operator's command line: has the running server do it, or, when none runs here, does it on the database itself. */
async function main(args: string[]): Promise<Outcome> {
  // npm itself moves to the root: the files that are named stand where it was typed.
  const command = { args, folder: process.env.INIT_CWD ?? process.cwd() }
  try {
    if (parseCommand(verbs, args, command.folder) === 'help') {
      for (const line of usage(verbs)) say(line)
      return { exit: 0 }
    }
    const config = readConfig(process.env)
    const server = await connectTo(controlSocket(config.dataDir))
    return server ? await askServer(server, command, say) : await runHere(config, command)
  } catch (error) {
    return outcomeOf(error)
  }
}

async function runHere(config: Config, command: Command): Promise<Outcome> {
  const opened = await openForCommand(config)
  try {
    const log = pino({ level: 'silent' })
    return await runCommand(await createServices({ config, clock: systemClock, log, opened }), command, say)
  } finally {
    await opened.close()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

// Whoever reads only the first lines has what they wanted.
process.stdout.on('error', () => process.exit(0))

const { exit, refusal } = await main(process.argv.slice(2))
if (refusal) console.error(refusal)
if (exit === 2) console.error('`npm run admin` alone says what there is.')
process.exitCode = exit
