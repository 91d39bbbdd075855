import { readConfig } from '#config.ts'
import { localVerbs } from '#operator/local-verbs.ts'
import { parseCommand } from '#operator/parse-command.ts'
import { perform } from '#operator/perform.ts'
import { outcomeOf } from '#operator/run-command.ts'
import { usage } from '#operator/usage.ts'
import type { Outcome } from '#operator/verb.ts'
import { verbs } from '#operator/verbs.ts'

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
    if (!local) return await perform(config, command, say)
    await local.run(config, parsed.asked, say)
    return { exit: 0 }
  } catch (error) {
    return outcomeOf(error)
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
