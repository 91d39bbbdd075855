import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ana', 'A'],
  ['Ana Pavlova', 'AP'],
  ['ana maria pavlova', 'AMP'],
  ['Ana Maria de la Cruz', 'AMC'],
  ['Jean-Luc Picard', 'JLP'],
  ['  Bo   Olsen ', 'BO'],
  ['O’Neill', 'O'],
  ['Élodie Ünal', 'ÉÜ'],
  ['e\u0301lodie', 'É'],
  ['ßa', 'SS'],
  ['李 小龍', '李小'],
  ['محمد علي', 'مع'],
  ['🙂 Cyd', 'C'],
  ['🙂', '🙂'],
  [' 👩‍👩‍👧 🙂', '👩‍👩‍👧'],
  ['🇩🇪🇫🇷', '🇩🇪'],
  ['👍🏽👍', '👍🏽'],
  ['★ ★', '★'],
  ['… ?', '?'],
  ['R2 D2', 'RD'],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
