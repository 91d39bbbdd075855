import type { JoiningTexts } from './en.ts'

export const ar: JoiningTexts = {
  title: 'يدعوك {inviter} إلى {group}',
  whatMembersSee: 'سيرى الأعضاء اسمك وهل أنت متاح. وعند الانضمام تكون متاحًا.',
  needsAccount: 'تحتاج إلى حساب لذلك. وستنتظرك الدعوة إلى أن تسجّل الدخول.',
  needsApproval: 'يقرر {inviter} من ينضم.',
  join: 'انضمام',
  signUp: 'إنشاء حساب',
  signIn: 'تسجيل الدخول',
  deadLink: 'دعوة',
  incomplete: 'جزء من هذا الرابط ناقص: انسخه كاملًا، أو اسأل من أعطاك إياه.',
  asked: 'أُرسل طلبك. سيصلك الجواب.',
  askedHint: 'يصلك إشعار حالما يقرر {inviter}.',
}
