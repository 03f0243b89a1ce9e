import { describe, expect, it } from 'vitest'
import { firstLines } from '../../../src/service/files/first-lines.ts'

const MOST = { bytes: 40, lines: 3 }

async function* inChunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const read = (content: string | Uint8Array, most = MOST) =>
  firstLines(inChunks(typeof content === 'string' ? Buffer.from(content) : content), most)

describe('the first lines of a file', () => {
  it('are read whatever ends them, and a line break at the end begins no further one', async () => {
    expect(await read('a\r\nb\rc\n')).toEqual({ lines: ['a', 'b', 'c'], cut: false })
    expect(await read('one')).toEqual({ lines: ['one'], cut: false })
    expect(await read('')).toEqual({ lines: [''], cut: false })
  })

  it('end before a line that may go on, and say that there is more', async () => {
    expect(await read(`ä\n${'ö'.repeat(40)}`)).toEqual({ lines: ['ä'], cut: true })
    expect(await read('1\n2\n3\n4\n')).toEqual({ lines: ['1', '2', '3'], cut: true })
  })

  it('are read of UTF-16 that says so, and without the mark of UTF-8', async () => {
    expect(await read(Buffer.from('\ufeffa\nb', 'utf16le'))).toEqual({ lines: ['a', 'b'], cut: false })
    expect(await read('\ufeffa')).toEqual({ lines: ['a'], cut: false })
  })

  it.each([
    ['Windows-1252', Buffer.from([0x66, 0xfc, 0x72])],
    ['bytes', Buffer.from([0x50, 0x4b, 0, 4])],
  ])('are not guessed of %s', async (_, bytes) => {
    expect(await read(bytes)).toBeUndefined()
  })

  it('read no more of the file than they need', async () => {
    let read_bytes = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        read_bytes += 10
        yield Buffer.from('123456789\n')
      }
    }
    expect(await firstLines(endless(), MOST)).toMatchObject({ cut: true })
    expect(read_bytes).toBe(50)
  })
})
