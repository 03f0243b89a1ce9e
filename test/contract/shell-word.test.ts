import { expect, it } from 'vitest'
import { shellWord } from '../../src/contract/shell-word.ts'

it.each([
  ['/home/ada/data', '/home/ada/data', '/home/ada/data'],
  ['/home/a b', "'/home/a b'", '"/home/a b"'],
  ["it's", "'it'\\''s'", '"it\'s"'],
  ['C:\\Users\\ada\\data', "'C:\\Users\\ada\\data'", 'C:\\Users\\ada\\data'],
  ['C:\\Users\\Ada L\\data', "'C:\\Users\\Ada L\\data'", '"C:\\Users\\Ada L\\data"'],
  ['', "''", '""'],
])('writes %s for a shell of its system', (text, posix, windows) => {
  expect([shellWord(text, 'linux'), shellWord(text, 'darwin'), shellWord(text, 'win32')]).toEqual([
    posix,
    posix,
    windows,
  ])
})
