import { counted } from '@grouplight/contract/translations/arabic-plural.ts'
import type { AvailabilityTexts } from './en.ts'

export const ar: AvailabilityTexts = {
  title: 'حتى متى؟',
  endOfToday: 'نهاية اليوم',
  aTime: 'وقت محدد…',
  day: 'اليوم',
  time: 'الوقت',
  chooseTime: 'يرجى اختيار وقت خلال الأيام السبعة القادمة.',
  setTime: 'اعتماد هذا الوقت',
  backToChoices: 'خيارات أخرى',
  noteHint: 'يراه أعضاء هذه المجموعة ما دمت متاحًا.',
  latestNotes: 'آخر ما كتبته',
  saveNote: 'حفظ',
  usualEnd: 'الإنهاء دائمًا بعد',
  usualEndHint: 'عند لمس المفتاح هنا فقط. لا يراه أحد غيرك.',
  never: 'بلا نهاية معتادة',
  usualEndNotSet: why => `تعذّر تغيير النهاية المعتادة: ${why}`,
  groups: 'المجموعات',
  ends: 'ينتهي',
  usualEnds: 'كالمعتاد في كل مجموعة',
  unavailableInAll: 'غير متاح في الكل',
  chooseGroup: 'يرجى اختيار مجموعة.',
  availableInGroups: count =>
    `متاح في ${counted(count, ['لا مجموعة', 'مجموعة واحدة', 'مجموعتين', 'مجموعات', 'مجموعة', 'مجموعة'])}`,
  nowUnavailable: 'غير متاح في كل المجموعات',
  undone: 'تم التراجع.',
  leftAlone: groups => `لم يُمَسّ، لأن حالتك هناك تغيّرت منذ ذلك الحين: ${groups}`,
  notUndone: (groups, why) => `لم يتم التراجع في ${groups}: ${why}`,
}
