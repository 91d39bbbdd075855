import { OperatorError } from '#operator-error.ts'
import { checkFiles } from './check-files.ts'
import { fine, lineOf, saysWrong, wrong } from './finding.ts'
import { perform } from './perform.ts'
import { outcomeOf } from './run-command.ts'
import type { LocalVerb } from './verb.ts'

export const doctor: LocalVerb = {
  name: 'doctor',
  takes: [],
  about: 'looks whether everything is as it should be; ends with 1 when something is not',
  async run(config, { folder }, say) {
    let count = 0
    const counting = (line: string) => {
      if (saysWrong(line)) count++
      say(line)
    }
    counting(lineOf(fine('settings', `usable; ${config.appUrl}`)))
    for await (const finding of checkFiles(config)) counting(lineOf(finding))
    const { refusal } = await perform(config, { args: ['doctor-data'], folder }, counting).catch(outcomeOf)
    if (refusal) counting(lineOf(wrong('database', refusal)))
    if (count > 0) throw new OperatorError(count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`)
  },
}
