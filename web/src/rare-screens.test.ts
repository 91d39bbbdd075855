import type { ReceivedInvitation } from '@grouplight/contract/invitation.ts'
import type { Notification } from '@grouplight/contract/notification.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { signUpText } from '#api/problem-text.ts'
import { DeleteOrLeaveDialog } from '#features/group/delete-or-leave-dialog.tsx'
import { groupQuery } from '#features/group/group-queries.ts'
import { receivedInvitationsQuery } from '#features/invitation/invitation-queries.ts'
import { InvitationsDialog } from '#features/invitation/invitations-dialog.tsx'
import { ReceivedInvitationItem } from '#features/invitation/received-invitation-item.tsx'
import { MemberRow } from '#features/members/member-row.tsx'
import { NotificationItem } from '#features/notification/notification-item.tsx'
import { NotificationList } from '#features/notification/notification-list.tsx'
import { GroupPage } from '#pages/group-page.tsx'
import { LoginPage } from '#pages/login-page.tsx'
import { SignupPage } from '#pages/signup-page.tsx'
import { showToast } from '#ui/toast.ts'

// Tests screens that are hard to reach in a browser. The components are rendered without a browser. `press` maps the label of
// each rendered button to its click handler.
const press = new Map<ReactNode, () => void>()

vi.mock('#ui/toast.ts', () => ({ showToast: vi.fn() }))
vi.mock('#ui/lazy-with-preload.ts', () => ({ lazyWithPreload: () => ({}) }))
vi.mock('#ui/relative-time.tsx', () => ({ RelativeTime: () => null }))
vi.mock('#ui/dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }))
vi.mock('#ui/button.tsx', () => {
  const Button = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => {
    press.set(children, onClick)
    return children
  }
  return { Button, NavigationButton: Button, BackButton: Button }
})

let queryClient: QueryClient
const nothing = () => {}
const instant = '2030-01-01T10:00:00.000Z'
const unreachable = 'The server cannot be reached. Please check your connection.'

function rendered(element: ReactNode): string {
  const around = createElement(QueryClientProvider, { client: queryClient }, element)
  return renderToStaticMarkup(createElement(MemoryRouter, null, around))
}

async function failToFetch(queryKey: readonly unknown[], code: ProblemError['code']): Promise<void> {
  const error = new ProblemError({ code, status: 503, message: '' })
  await queryClient.prefetchQuery({ queryKey, queryFn: () => Promise.reject(error) })
}

function invitation(invitedByName: string | null): ReceivedInvitation {
  const fields = { id: 'i', groupId: 'g', groupName: 'Choir', email: 'ana@example.com', message: '' }
  const instants = { createdAt: instant, updatedAt: instant, expiresAt: instant }
  return { ...fields, ...instants, status: 'pending', invitedBy: null, invitedByName }
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
})
afterEach(() => vi.unstubAllGlobals())

test('the lists of invitations and notifications show that they are loading', () => {
  const invitations = createElement(InvitationsDialog, { opened: true, onClose: nothing })
  expect(rendered(invitations)).toContain('Loading invitations...')
  const notifications = createElement(NotificationList, { onChoose: nothing })
  expect(rendered(notifications)).toContain('Loading notifications...')
})

test('the list of invitations and the page of a group show that they could not be loaded', async () => {
  await failToFetch(receivedInvitationsQuery.queryKey, 'unreachable')
  const dialog = createElement(InvitationsDialog, { opened: true, onClose: nothing })
  expect(rendered(dialog)).toContain('Error loading invitations')
  await failToFetch(groupQuery('').queryKey, 'unreachable')
  expect(rendered(createElement(GroupPage))).toContain(`Error loading group: ${unreachable}`)
})

test('an inviter without a name is shown as Someone, and a member without a name as User', () => {
  const item = createElement(ReceivedInvitationItem, {
    invitation: invitation(null),
    onAccepted: nothing,
    onDeclined: nothing,
  })
  expect(rendered(item)).toContain('Invited by <bdi>Someone</bdi>')
  const member = { userId: 'x', displayName: '', status: true, lastUpdated: instant }
  const row = { member, role: undefined, isFollowed: false, today: new Date(), onOpen: nothing }
  expect(rendered(createElement(MemberRow, row))).toContain('<bdi>User</bdi>')
})

// The specification prescribes these ungrammatical sentences.
test.each([
  ['Accept', 'Failed to accepted invitation'],
  ['Decline', 'Failed to declined invitation'],
])('if the request of the button %s fails, a toast shows: %s', async (label, sentence) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  rendered(
    createElement(ReceivedInvitationItem, {
      invitation: invitation('Ana'),
      onAccepted: nothing,
      onDeclined: nothing,
    }),
  )
  press.get(label)?.()
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledExactlyOnceWith('error', sentence))
})

test.each([
  ['delete', `Error deleting group: ${unreachable}`],
  ['leave', `Error leaving group: ${unreachable}`],
] as const)('if the request to %s a group fails, a toast shows: %s', async (action, sentence) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  rendered(createElement(DeleteOrLeaveDialog, { groupId: 'g', action, opened: true, onClose: nothing }))
  press.get('Confirm')?.()
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledExactlyOnceWith('error', sentence))
})

test('each type of notification has its own icon, and an unknown type has yet another icon', () => {
  const iconOf = (type: string) => {
    const notification = { id: 1, type, message: '', read: true, createdAt: instant } as Notification
    const item = createElement(NotificationItem, {
      notification,
      memberOf: () => undefined,
      onClick: nothing,
    })
    return rendered(item).match(/<svg.*?<\/svg>/)?.[0]
  }
  const icons = ['invite', 'group', 'membership', 'admin', 'another'].map(iconOf)
  expect(new Set(icons).size).toBe(5)
  expect(icons).not.toContain(undefined)
})

test('the login form is at most 400 pixels wide, and the sign-up form is at most 500 pixels wide', () => {
  expect(rendered(createElement(LoginPage))).toContain('max-width:400px')
  expect(rendered(createElement(SignupPage))).toContain('max-width:500px')
})

test('a sign-up that fails for an unknown reason shows a general sentence', () => {
  expect(signUpText(new Error('?'))).toBe('Failed to register. Please try again.')
})
