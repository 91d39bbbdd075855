import type { Group } from '@grouplight/contract/group.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MemberLamps } from './member-lamps.tsx'

const instant = '2030-01-01T10:00:00.000Z'

function picture(group: Pick<Group, 'memberCount' | 'availableCount' | 'unconfirmedCount' | 'members'>) {
  return renderToStaticMarkup(createElement(MemberLamps, { group: group as Group }))
}

test('the lamps of up to 12 members begin with the lit ones, and an unconfirmed one follows', () => {
  const member = { status: false, lastUpdated: instant }
  const members = [
    { ...member, userId: 'a', displayName: 'Ana' },
    { ...member, userId: 'b', displayName: 'Ben', status: true, unconfirmedSince: instant },
    { ...member, userId: 'c', displayName: 'Cyd', status: true },
  ]
  const html = picture({ memberCount: 3, availableCount: 2, unconfirmedCount: 1, members })
  expect(html.match(/>\w</g)?.join('')).toBe('>C<>B<>A<')
})

test('the picture of more than 12 members has as many lit dots as members are available', () => {
  const html = picture({ memberCount: 24, availableCount: 13, unconfirmedCount: 2, members: [] })
  const dots = [...html.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path.split('M').length - 1)
  const [lit, off, rings, unconfirmed] = [13, 11, 13, 2]
  expect(dots).toEqual([lit, off, rings, unconfirmed])
  expect(html).not.toContain('<span')
})
