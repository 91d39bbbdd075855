import { counted } from '@grouplight/contract/translations/arabic-plural.ts'
import type { WatchTexts } from './en.ts'

export const ar: WatchTexts = {
  title: 'أخبرني مرة واحدة',
  hint: 'يعمل هذا مع كل اختيار أعلاه، ويرنّ أيضًا خلال ساعات الهدوء.',
  when: 'عندما',
  othersAvailable: count =>
    counted(count, [
      'لا عضو آخر متاح',
      'عضو آخر متاح',
      'عضوان آخران متاحان',
      'أعضاء آخرين متاحون',
      'عضوًا آخر متاحون',
      'عضو آخر متاحون',
    ]),
  members: 'عضو معيّن',
  memberAvailable: '{name} متاح',
  until: 'ينتهي',
  inAnHour: 'بعد ساعة',
  endOfToday: 'في نهاية اليوم',
  inADay: 'بعد 24 ساعة',
  tellMe: 'أخبرني',
  added: 'سنخبرك مرة واحدة.',
  remove: 'إزالة',
  waitingFor: 'ما تنتظره',
  untilToday: time => `حتى ${time}`,
  untilTomorrow: time => `حتى غدًا، ${time}`,
}
