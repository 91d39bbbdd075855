import { editDistance } from './edit-distance.ts'
import { OperatorError } from './operator-error.ts'
import { isSecret, type SettingName, settingNames } from './settings.ts'

type Variables = Record<string, string | undefined>

/** Throws OperatorError if a variable looks like a misspelt setting. Variables of other programs are ignored. */
export function refuseUnknownNames(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    if (!value?.trim() || isKnown(name) || isOfLinkedService(name, value)) continue
    const withoutFile = name.replace(/_FILE$/, '')
    if (isSetting(withoutFile))
      throw new OperatorError(
        `${name} is not a setting: only secrets are read from files, set ${withoutFile}.`,
      )
    const meant = misspelt(withoutFile) ?? prefixMeant(withoutFile, variables)
    if (!meant) continue
    const suffix = withoutFile !== name && isSecret(meant) ? '_FILE' : ''
    throw new OperatorError(`${name} is not a setting: ${meant}${suffix} was probably meant.`)
  }
}

function isKnown(name: string): boolean {
  return isSetting(name) || (name.endsWith('_FILE') && isSecret(name.slice(0, -'_FILE'.length)))
}

function isSetting(name: string): name is SettingName {
  return settingNames.some(setting => setting === name)
}

/** Docker and Kubernetes describe other services in variables like SMTP_PORT=tcp://10.0.0.7:25, SMTP_NAME and SMTP_SERVICE_HOST. */
function isOfLinkedService(name: string, value: string): boolean {
  return (
    /_PORT(_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?)?$/.test(name) ||
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(name) ||
    /_ENV_/.test(name) ||
    (name.endsWith('_NAME') && /^\/.*\//.test(value))
  )
}

/** What is wanted by a variable that begins like settings. Of DATABASE_ and SMTP_, another program may have variables, too. */
function prefixMeant(name: string, variables: Variables): SettingName | undefined {
  const [, prefix] = /^((?:OIDC|LIMIT)_)/.exec(name) ?? []
  if (prefix) {
    const words = name.split('_')
    const longer = settingNames.find(setting => words.every(word => setting.split('_').includes(word)))
    return longer ?? nearest(name, prefix).setting
  }
  if (/^TRUSTED_PROX/.test(name)) return 'TRUSTED_PROXIES'
  for (const setting of ['DATABASE_URL', 'SMTP_URL'] as const) {
    const isWanted =
      name.startsWith(setting.replace('URL', '')) && !variables[setting] && !variables[`${setting}_FILE`]
    if (isWanted) return setting
  }
  return undefined
}

// Names of other programs, and of compose.yaml, that are close to a setting.
const otherNames = ['API_URL', 'API_NAME', 'SITE_NAME']
const longestShortName = 8

/** Of short names, only one letter may differ, and names as short as PORT and HOST are never guessed. */
function misspelt(name: string): SettingName | undefined {
  if (otherNames.includes(name)) return undefined
  const { setting, distance } = nearest(name)
  if (setting.length <= 4) return undefined
  return distance <= (setting.length <= longestShortName ? 1 : 2) ? setting : undefined
}

function nearest(name: string, prefix = ''): { setting: SettingName; distance: number } {
  const candidates = settingNames
    .filter(setting => setting.startsWith(prefix))
    .map(setting => ({ setting, distance: editDistance(name.toUpperCase(), setting) }))
  return candidates.reduce((best, one) => (one.distance < best.distance ? one : best))
}
