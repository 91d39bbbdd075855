import type { SignInTexts } from './en.ts'

export const ar: SignInTexts = {
  withPasskey: 'استخدام مفتاح مرور',
  noPasskey: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى، أو سجّل الدخول بكلمة المرور.',
  withProvider: name => `تسجيل الدخول عبر ${name}`,
  notVerified: (name, email) => `لا تؤكّد ${name} أن العنوان ${email} لك.`,
  providerProblems: {
    'not-verified': name => `لا تؤكّد ${name} أن عنوان بريدك الإلكتروني لك.`,
    unavailable: name => `تعذّر الوصول إلى ${name}. حاول مرة أخرى بعد قليل.`,
    cancelled: name => `ألغيت تسجيل الدخول عبر ${name}.`,
    refused: name => `لم ينجح تسجيل الدخول عبر ${name}. حاول مرة أخرى من فضلك.`,
    'sign-up-off': name => `ليس لك حساب هنا بعد، ولا يمكن إنشاؤه عبر ${name}. اسأل من يدير هذا الموقع.`,
    'linked-elsewhere': name => `حسابك لدى ${name} مرتبط هنا بحساب آخر.`,
  },
}
