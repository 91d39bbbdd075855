import { readFileSync } from 'node:fs'
import { OperatorError, rootCause } from './operator-error.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'
import { isSecret, type SettingName, settingNames } from './settings.ts'

/** The variables that are set, without surrounding quotes. Secrets may come from files. */
export type Environment = Partial<Record<SettingName, string>>

/** Throws OperatorError if a variable looks like a misspelt setting, or if the file of a secret cannot be used. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  refuseUnknownNames(variables)
  return Object.fromEntries(settingNames.map(name => [name, valueFrom(variables, name)]))
}

function valueFrom(variables: Record<string, string | undefined>, name: SettingName): string | undefined {
  const given = unquoted(variables[name])
  const path = isSecret(name) ? unquoted(variables[`${name}_FILE`]) : undefined
  if (!path) return given
  if (given) throw new OperatorError(`${name} and ${name}_FILE are both set: set only one of them.`)
  const secret = contentOf(path, `${name}_FILE`).trim()
  if (!secret)
    throw new OperatorError(`${name}_FILE must be the path of a file that holds the secret: it is empty.`)
  return secret
}

/** `docker run --env-file` keeps the quotes around a value, which shells, Compose and systemd remove. */
function unquoted(value: string | undefined): string | undefined {
  const text = value?.trim()
  return (text && /^(["'])(.*)\1$/s.exec(text)?.[2]?.trim()) ?? text
}

function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // The path is not shown, because the variable may hold the secret itself by mistake.
    throw new OperatorError(
      `${variable} must be the path of a file that holds the secret: it cannot be read (${rootCause(error).code}).`,
    )
  }
}
