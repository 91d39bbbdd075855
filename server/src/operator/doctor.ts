import { OperatorError } from '#platform/config/operator-error.ts'
import { version } from '#platform/version.ts'
import { checkFiles } from './check-files.ts'
import type { LocalCommand } from './command.ts'
import { dispatchCommand } from './dispatch-command.ts'
import { fine, formatFinding, isWrongLine, wrong } from './finding.ts'
import { outcomeOf } from './run-command.ts'

export const doctor: LocalCommand = {
  name: 'doctor',
  parameters: [],
  summary: 'checks the site; the exit code is 1 if something is wrong',
  async run(config, { folder }, print) {
    let count = 0
    const printAndCount = (line: string) => {
      if (isWrongLine(line)) count++
      print(line)
    }
    printAndCount(formatFinding(fine('version', version)))
    printAndCount(formatFinding(fine('settings', `usable; ${config.appUrl}`)))
    for await (const finding of checkFiles(config)) printAndCount(formatFinding(finding))
    const { refusal } = await dispatchCommand(config, { args: ['doctor-data'], folder }, printAndCount).catch(
      outcomeOf,
    )
    if (refusal) printAndCount(formatFinding(wrong('database', refusal)))
    if (count > 0) throw new OperatorError(count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`)
  },
}
