import { expect, it } from 'vitest'
import { syntaxShownBy } from '../../../src/formats/content/shown-syntax.ts'
import { PROSE } from './prose.ts'

it('names behind colons are shown by a file that has several of them, and no others [ENG-2]', () => {
  const laravel = [
    'Welcome, :name',
    'Hello :name!',
    ':count items',
    '{0} None|{1} One|[2,*] :count',
    'Save',
    'Note: this',
  ]
  expect(syntaxShownBy(laravel)).toBe('laravel')
  expect(syntaxShownBy(['The :attribute field is required.'])).toBe('laravel')
  expect(syntaxShownBy(['Hello :name'])).toBeUndefined()
  expect(syntaxShownBy([...laravel, 'Hello {name}', 'Hello %s'])).toBeUndefined()
  for (const text of Object.values(PROSE)) expect(syntaxShownBy(text.split('\n'))).toBeUndefined()
  expect(syntaxShownBy(Object.values(PROSE).join('\n').replaceAll('%', '').split('\n'))).toBeUndefined()
})

it('parameters by number are shown by a file that has the first of them again and again, and no sums of money [ENG-2]', () => {
  const numbered = ['Page $1 of $2', 'Delete $1?', 'Moved to $1', 'Save']
  expect(syntaxShownBy(numbered)).toBe('dollar')
  expect(syntaxShownBy(['{{PLURAL:$1|page|pages}}'])).toBe('dollar')
  expect(syntaxShownBy(['Delete $1?', 'Moved to $1'])).toBeUndefined()
  expect(syntaxShownBy([...numbered, 'From $1.99'])).toBeUndefined()
  expect(syntaxShownBy(['$5 off', '$1 off', '$10 off', '$3 off'])).toBeUndefined()
})
