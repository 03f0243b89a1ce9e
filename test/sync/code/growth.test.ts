import { expect, it } from 'vitest'
import { searchFor } from '../../../src/sync/code/places.ts'

it.each([
  "'",
  '"a',
  "t('",
  'a1',
  '$t(',
  'l10n.',
  '://a:',
  ' ',
  'AppLocalizations.of(a',
  "t('menu.soup'",
  '@@a.',
  '-_+/=',
])('the largest file that is read takes less than a second, whatever it says: %j', unit => {
  const line = unit.repeat(Math.floor(499 / unit.length))
  const text = `${line} t('menu.soup')\n${line}\n`.repeat(300)
  const start = performance.now()
  searchFor(['menu.soup', 'a']).look('a.ts', text)
  expect(performance.now() - start).toBeLessThan(1000)
})
