import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { php } from '../../../src/formats/literals/php.ts'
import { catalogueOf } from '../catalogues.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws, merged } from '../merging.ts'

const format: Format = php
const { translated, read } = catalogueOf(format)

const FILE = `<?php

return [
    // Of the first mail.
    'mail' => <<<EOT
Hello :name,

 say \\"it\\" for \\$5 \\\\ \\x41\\u{42}
EOT,
    'page' => <<<"HTML"
        <p>One
          here</p>

        EOTX
        HTML
    ,
    'plain' => <<<'TXT'
\tOne \\n $here
\t\ttwo
\tTXT,
    'made' => <<<EOT
    Hello $name
    EOT,
    'put' => <<<EOT
    Hello {$user->name}
    EOT,
    'none' => <<<EOT
EOT,
    'empty' => <<<EOT

EOT,
    'last' => 'Good morning',
];
`

describe('reading texts of whole lines', () => {
  it('takes them without the indent of the word that closes them [FMT-1]', async () => {
    expect(await read(FILE)).toEqual({
      mail: 'Hello :name,\n\n say \\"it\\" for $5 \\ AB',
      page: '<p>One\n  here</p>\n\nEOTX',
      plain: 'One \\n $here\n\ttwo',
      made: 'code',
      put: 'code',
      none: 'code',
      empty: 'empty',
      last: 'Good morning',
    })
  })

  it('takes the comments of an entry for its note, and reads statements and Windows line ends', async () => {
    const [unit] = await unitsOf(format, opened(FILE))
    expect(unit?.note).toBe('Of the first mail.')
    const file = "<?php\r\n$lang['a'] = <<<EOT\r\n  One\r\n   here\r\n  EOT;\r\n$lang['b'] = 'Two here';\r\n"
    expect(await read(file)).toEqual({ a: 'One\n here', b: 'Two here' })
  })

  it.each([
    ['bytes that are no text', 'One \\xff here\nEOT'],
    ['half a letter', 'One \\u{d800} here\nEOT'],
  ])('leaves out as code what has %s', async (_name, lines) => {
    expect(await read(`<?php return ['a' => <<<EOT\n${lines}, 'b' => 'Two here'];`)).toEqual({
      a: 'code',
      b: 'Two here',
    })
  })

  it.each([
    ['mixed blanks', '\t One here\n\t EOT'],
    ['other blanks than the closing word', '\tOne here\n EOT'],
    ['fewer blanks than the closing word', ' One here\n  EOT'],
    ['the closing word in its midst', 'One here\n EOT is\nEOT'],
    ['no end', 'One here\n'],
    ['a letter beyond Unicode', 'One \\u{110000} here\nEOT'],
  ])('never takes for a text what PHP refuses: %s', async (_name, lines) => {
    const said = await read(`<?php return ['a' => <<<EOT\n${lines}, 'b' => 'Two here'];`).catch(() => ({
      a: 'refused',
    }))
    expect(['code', 'refused']).toContain(said.a)
  })
})

describe('a fault in a file with texts of whole lines', () => {
  const file = (lines: string) => `<?php\r\n\r\nreturn [\r\n'a' => <<<EOT\r\n${lines}\r\nEOT,\r\n'b' => 5];\r\n`

  it.each([
    ['a letter beyond Unicode', file('One\r\n\\u{0110000}'), /line 6: .*code ?point/i],
    ['mixed blanks before the end', file('One\r\n \tEOT'), /line \d+: .*mixing spaces and tabs/],
    ['what is no PHP behind it', file('One\r\n\r\nhere').replace("'b' =>", "'b' = >"), /line 9: /],
  ])('is named with its line: %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message)
  })
})

describe('writing texts of whole lines', () => {
  it('gives each line the indent of the one that closes it, and escapes what a heredoc needs', async () => {
    const say = 'L\'ami "x" \\ $y {$z}\n\n  two\n\tthree\u0007'
    const file = "<?php return [\r\n 'a' => <<<EOT\r\n  One\r\n  EOT,\r\n 'b' => <<<'EOT'\r\nTwo\r\nEOT\r\n,\r\n];\r\n"
    expect((await translated(file, { a: say, b: say })).toString()).toBe(
      '<?php return [\r\n' +
        " 'a' => <<<EOT\r\n  L'ami \"x\" \\\\ \\$y {\\$z}\r\n\r\n    two\r\n  \tthree\\x07\r\n  EOT,\r\n" +
        " 'b' => <<<'EOT'\r\nL'ami \"x\" \\ $y {$z}\r\n\r\n  two\r\n\tthree\u0007\r\nEOT\r\n,\r\n];\r\n",
    )
  })

  it('writes tabs as the text before had them', async () => {
    const file = "<?php return ['a' => <<<EOT\nOne\\there\nEOT];"
    expect((await translated(file, { a: 'Eins\tda' })).toString()).toBe("<?php return ['a' => <<<EOT\nEins\\tda\nEOT];")
  })

  it.each(['EOT', 'Eins\n EOT', 'Eins\n\tEOTX', 'EOT;\nZwei', 'EOTÄ'])(
    'writes no line that begins with the word that closes it: %j',
    async text => {
      for (const open of ['EOT', "'EOT'"]) {
        const [unit] = await unitsOf(format, opened(`<?php return ['a' => <<<${open}\n  One here\n  EOT];`))
        expect(unit && format.edits(unit, text, { language: 'de' })).toEqual([])
        expect(unit && format.edits(unit, `» ${text.replaceAll('\n', ' ')}`, { language: 'de' })).toHaveLength(1)
      }
    },
  )

  it('writes nothing that a nowdoc cannot say', async () => {
    const [unit] = await unitsOf(format, opened("<?php return ['a' => <<<'EOT'\nOne here\nEOT];"))
    for (const text of ['a\0b', 'a\rb']) expect(unit && format.edits(unit, text, { language: 'de' })).toEqual([])
  })

  it('reads back whatever it writes', async () => {
    const say = fc
      .string({ unit: fc.constantFrom(...' \t\n\\$"\'{}aEOT\u0001é🙂'), minLength: 1 })
      .filter(text => !/^\s*EOT/m.test(text))
    const file = fc.constantFrom(
      "<?php return ['a' => <<<EOT\nb c\nEOT];",
      "<?php return ['a' => <<<EOT\n    b c\n    EOT];",
      "<?php return ['a' => <<<'EOT'\n\tb c\n\tEOT\n];",
      '<?php\r\n$x[\'a\'] = <<<"EOT"\r\n  b\\tc\r\n  EOT;\r\n',
    )
    await fc.assert(
      fc.asyncProperty(file, say, async (content, text) => {
        await translated(content, { a: text })
      }),
      { numRuns: 60 },
    )
  })
})

describe('merging texts of whole lines', () => {
  const source = `<?php

return [
    'a' => 'One here',
    // Of b
    'b' => <<<EOT
Two
  here
EOT
    ,
    'c' => <<<'EOT'
        Three
        here
        EOT, // to all
    'd' => 'Four here',
];
`

  it('brings one with its lines, the comma below it, and the line ends of the file', async () => {
    const there = "<?php\r\nreturn [\r\n  'a' => 'Eins',\r\n  'd' => 'Vier'\r\n];\r\n"
    const texts = { 'php:/b': 'Zwei\nda', 'php:/c': 'Drei' }
    expect(await merged(format, there, { source, texts })).toBe(
      "<?php\r\nreturn [\r\n  'a' => 'Eins',\r\n  // Of b\r\n  'b' => <<<EOT\r\nZwei\r\nda\r\nEOT\r\n    ,\r\n" +
        "  'c' => <<<'EOT'\r\n        Drei\r\n        EOT, // to all\r\n  'd' => 'Vier'\r\n];\r\n",
    )
  })

  it('replaces a text in the manner of the file', async () => {
    const texts = { 'php:/b': "L'un\nici", 'php:/c': 'Drei\nda' }
    const there = "<?php return [\n  'b' => 'Zwei',\n  'c' => <<<X\n  Alt\n  X\n];\n"
    expect(await merged(format, there, { source, texts })).toBe(
      "<?php return [\n  'b' => 'L\\'un\nici',\n  'c' => <<<X\n  Drei\n  da\n  X\n];\n",
    )
    expect(
      await merged(format, "<?php return [\n  'c' => <<<EOT\nEOT\n];\n", { source, texts: { 'php:/c': 'Drei' } }),
    ).toBe("<?php return [\n  'c' => <<<'EOT'\n        Drei\n        EOT\n];\n")
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(source))
    await keepsTheLaws(format, Buffer.from(source.replaceAll('\n', '\r\n')))
    await keepsTheLaws(format, Buffer.from(FILE))
  })

  it('changes what is taken and nothing else', async () => {
    const there = "<?php return [\n  'd' => <<<EOT\n  Vier\n  EOT,\n  'b' => <<<X\nZwei\nX\n];\n"
    const paths = ['php:/a', 'php:/b', 'php:/c', 'php:/d']
    await fc.assert(
      fc.asyncProperty(fc.subarray(paths), fc.subarray(paths), async (take, remove) => {
        await hasWhatIsTaken(format, { source, there }, { take, remove: remove.filter(path => !take.includes(path)) })
      }),
      { numRuns: 15 },
    )
  })
})

describe('noting texts of whole lines', () => {
  it('writes comments above their keys', async () => {
    const file = "<?php return [\n    'a' => <<<EOT\nOne\nhere\nEOT,\n];\n"
    const units = await unitsOf(format, opened(file))
    const edits = format.noting?.(file, units, new Map([['php:/a', 'Of a mail.']])) ?? []
    expect(edits).toEqual([{ start: 15, end: 15, bytes: '    // Of a mail.\n' }])
  })
})
