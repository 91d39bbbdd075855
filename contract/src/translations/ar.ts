import type { HookSentence } from '../hook.ts'
import type { NotificationKind, Sentence } from '../notification.ts'
import type { PushSentence } from '../push.ts'
import { counted, type Forms } from './arabic-plural.ts'

const members: Forms = ['لا أحد', 'عضو واحد', 'عضوان', 'أعضاء', 'عضوًا', 'عضو']

export const notificationSentences: Record<NotificationKind, Sentence> = {
  'admin.short': missing => `{group}: ما زال ينقص ${counted(missing, members)} ({count} من {needed})`,
  'admin.enough': '{group}: العدد كافٍ من جديد ({count} من {needed})',
  'admin.ending': 'عدد الأيام حتى ينتهي أحد مفاتيحك: {count}',
  'admin.failed': 'أُوقف أحد روابط الإشعار الخاصة بك لأن مستقبِله لا يعمل',
  'group.failed': 'أُوقف رابط إشعار لمجموعتك لأن مستقبِله لا يعمل: {group}',
  'group.received': 'تبقى لوحات المجموعة التي توليت إدارتها: {group}',
  'group.created': 'أنشأت مجموعة جديدة: {group}',
  'group.deleted.actor': 'حذفت المجموعة: {group}',
  'group.deleted.member': 'حذف المدير المجموعة «{group}»',
  'group.offered': 'يريد {user} تسليمك المجموعة: {group}',
  'group.declined': 'رفض {user} تسلّم مجموعتك: {group}',
  'group.accepted.actor': 'تسلّمت المجموعة: {group}',
  'group.accepted.creator': 'تسلّم {user} مجموعتك: {group}',
  'group.accepted.member': '{user} هو الآن مدير {group}',
  'invite.sent': 'دعوات أرسلتها إلى {group}: {count}',
  'invite.asked': 'يطلب {user} الانضمام إلى {group}',
  'invite.admitted': 'قُبل انضمامك: {group}',
  'invite.refused': 'رُفض طلب انضمامك إلى {group}',
  'invite.declined': 'رفض {user} دعوتك إلى {group}',
  'membership.joined.creator': 'انضم {user} إلى مجموعتك: {group}',
  'membership.joined.member': 'انضم {user} إلى {group}',
  'membership.left.actor': 'غادرت المجموعة: {group}',
  'membership.left.creator': 'غادر {user} مجموعتك: {group}',
  'membership.removed': 'أُزلت من المجموعة: {group}',
  'membership.status': '{user} متاح الآن في {group}',
  'membership.asked': 'هل ما زلت متاحًا في {group}؟',
  'membership.awaited': 'كما طلبت: {user} متاح الآن في {group}',
  'membership.ended': 'انتهى وقت إتاحتك في {group}',
  'group.reached': 'المتاحون الآن في {group} غيرك: {count}',
}

export const pushSentences: Record<PushSentence, string> = {
  available: '{user} متاح الآن',
  availableUnnamed: 'هناك من هو متاح',
  unnamed: 'حدث شيء في مجموعاتك.',
  mute: 'كتم لمدة ساعة',
  invited: 'يدعوك {user}',
  confirmation: 'هذا الجهاز يرنّ الآن.',
  test: 'هذا اختبار.',
  askedUnnamed: 'هل ما زلت متاحًا؟',
  stillAvailable: 'نعم',
  notAnyMore: 'لم أعد متاحًا',
  prompt: 'هل أنت متاح في {group}؟',
  promptUnnamed: 'هل أنت متاح؟',
  until: 'حتى {time}',
  groupUntil: '{group} · حتى {time}',
  ending: 'ينتهي وقت إتاحتك في {time}',
  endingSoon: 'ينتهي وقت إتاحتك قريبًا',
  oneMoreHour: 'ساعة أخرى',
  endNow: 'أنهِ الآن',
  notToday: 'ليس اليوم',
  unseen: 'افتح {app} في الأيام القادمة من فضلك، وإلا توقّف هذا الجهاز عن الرنين.',
}

export const hookSentences: Record<HookSentence, string> = {
  available: 'أنت متاح الآن في {group}',
  availableUntil: 'أنت متاح في {group} حتى {time}',
  unavailable: 'لم تعد متاحًا في {group}',
  availableUnnamed: 'أنت متاح الآن',
  unavailableUnnamed: 'لم تعد متاحًا',
  nobody: '{group}: لا أحد متاح{unconfirmed}',
  count: '{group}: عدد المتاحين {count}{unconfirmed}',
  short: '{group}: عدد المتاحين {count}{unconfirmed}، أقل من المطلوب ({needed})',
  enough: '{group}: عدد المتاحين {count}{unconfirmed}، وهو كافٍ (المطلوب {needed})',
  unconfirmed: '، {count} بلا تأكيد',
}
