import type { NotificationTexts } from './en.ts'

export const ar: NotificationTexts = {
  isUnread: 'غير مقروء، ',
  none: 'لا توجد إشعارات بعد',
  noneYet: 'عندما يحدث شيء في مجموعاتك سيظهر هنا.',
  loadMore: 'تحميل المزيد',
  allRead: 'كلها مقروءة',
  markAll: 'تحديد الكل كمقروء',
}
