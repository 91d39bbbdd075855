import { type KeptName, keptDays } from '@grouplight/contract/kept-data.ts'
import { withoutIsolates } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { anyText, text } from '#platform/texts/text.ts'
import type { Services } from '#services.ts'

/** Texts to start from. What only the operator knows is in brackets. What is kept is as on the page /privacy. */
export function readLegalTemplates(
  { site: { appName: app, appUrl } }: Pick<Services, 'site'>,
  language: Language,
): { privacy: string; accessibility: string } {
  const kept = (Object.keys(keptDays) as KeptName[]).map(name => keptLine(language, name))
  const paragraph = (key: (typeof beforeKept | typeof afterKept | typeof accessibility)[number]) =>
    anyText(language, 'legal', key, { app, url: appUrl }) ?? ''
  return {
    privacy: asTyped([...beforeKept.map(paragraph), ...kept, ...afterKept.map(paragraph)]),
    accessibility: asTyped(accessibility.map(paragraph)),
  }
}

// Texts that somebody types cannot contain isolates.
const asTyped = (paragraphs: string[]) => withoutIsolates(paragraphs.join('\n\n'))

const beforeKept = ['privacy.who', 'privacy.why', 'privacy.what'] as const
const afterKept = ['privacy.where', 'privacy.rights', 'privacy.cookies'] as const
const accessibility = [
  ...(['accessibility.aim', 'accessibility.state', 'accessibility.limits', 'accessibility.tell'] as const),
  ...(['accessibility.authority', 'accessibility.date'] as const),
]

function keptLine(language: Language, name: KeptName): string {
  const part = (part: string) =>
    anyText(language, 'privacy', `kept.${name}.${part}`, { days: keptDays[name] }) ?? ''
  return text(language, 'legal', 'privacy.kept', {
    title: part('title'),
    what: part('what'),
    seenBy: part('seenBy'),
    howLong: part('howLong'),
  })
}
