export const en = {
  isUnread: 'Unread, ',
  none: 'No notifications yet',
  noneYet: 'When something happens in your groups, it will appear here.',
  loadMore: 'Load more',
  allRead: 'All read',
  markAll: 'Mark all as read',
}

export type NotificationTexts = typeof en
