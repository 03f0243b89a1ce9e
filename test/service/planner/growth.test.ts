import { beforeAll, expect, it } from 'vitest'
import { growsSlowly } from '../../support/growth.ts'
import { intentOf } from './files.ts'
import { LARGE } from './large-file.ts'

/** Instructions of 4,000 characters, the most that there may be, for a file with thousands of keys. Each once took minutes. */
const SAID = ['zzz, ', 'the menu and ', 'item5, ', '"zzz", ', '</b>']

// Names of languages are made once.
beforeAll(() => void intentOf(LARGE, 'Translate into German, zzz'))

it.each(SAID)(
  'an instruction that says %j over and over is read in time that follows its length [MCP-14]',
  async words => {
    const read = (size: number) => intentOf(LARGE, `Translate into German, ${words.repeat(size / words.length)}`)
    expect(await growsSlowly(read, 990)).toBe(true)
  },
)
