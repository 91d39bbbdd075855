import { counted } from '@grouplight/contract/translations/arabic-plural.ts'
import type { BoardPageTexts } from './en.ts'

export const ar: BoardPageTexts = {
  connecting: 'جارٍ الاتصال…',
  gone: 'لم تعد هذه اللوحة معروضة.',
  availableOf: members =>
    `متاح من أصل ${counted(members, ['لا أعضاء', 'عضو واحد', 'عضوين', 'أعضاء', 'عضوًا', 'عضو'])}`,
  summary: (available, members) => `${available} متاح من أصل ${members}`,
  unconfirmed: count => `، ${count} بلا تأكيد`,
  enough: needed => `العدد كافٍ · المطلوب ${needed}`,
  tooFew: needed => `العدد ناقص · المطلوب ${needed}`,
  nobody: needed => `لا أحد · المطلوب ${needed}`,
  names: 'المتاحون الآن',
  more: count => `+ ${counted(count, ['', 'عضو آخر', 'عضوان آخران', 'أعضاء آخرين', 'عضوًا آخر', 'عضو آخر'])}`,
  asOf: time => `آخر تحديث ${time}`,
  lost: time => `انقطع الاتصال · آخر تحديث ${time}`,
  fullScreen: 'ملء الشاشة',
}
