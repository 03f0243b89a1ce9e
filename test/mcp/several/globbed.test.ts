import { describe, expect, it } from 'vitest'
import { globbed } from '../../../src/mcp/several/globbed.ts'

/** Folders in which these files alone are. */
function folders(...names: readonly string[]) {
  return {
    locate: async (name: string) => {
      if (names.includes(name)) return name
      throw new Error(`no ${name}`)
    },
  }
}

/** Those of these names that a glob means. */
async function meant(glob: string, ...names: readonly string[]): Promise<string[]> {
  const { means } = await globbed(glob, folders())
  return names.filter(means)
}

describe('a path that may be a glob', () => {
  it.each([
    ['docs', 'docs'],
    ['docs/[id]/(shop)/!a+b.md', 'docs/[id]/(shop)/!a+b.md'],
    ['*.md', '.'],
    ['./*.md', './'],
    ['/*.md', '/'],
    ['docs/*/a.md', 'docs/'],
    ['docs/a*/b.md', 'docs/'],
    ['docs/sub/?.md', 'docs/sub/'],
    ['docs/{a,b}/c.md', 'docs/'],
    ['docs/[id]/*.md', 'docs/[id]/'],
    ['../up/*.md', '../up/'],
    ['docs\\*.md', 'docs\\'],
  ])('%s looks into the folder that stands before its first wildcard, %s [MCP-17]', async (glob, folder) => {
    expect((await globbed(glob, folders())).folder).toBe(folder)
  })

  it('without a wildcard means everything below it [MCP-17]', async () => {
    expect(await meant('docs/[id]', 'a.md', 'sub/.b/c.md')).toEqual(['a.md', 'sub/.b/c.md'])
  })

  it.each(['docs/what?.md', 'a*.md', '{id}/page.md', '{open'])(
    'is the very file %s where there is one, and no glob [MCP-17]',
    async name => {
      const { folder, means } = await globbed(name, folders(name))
      expect([folder, means('anything')]).toEqual([name, true])
    },
  )

  it.each<[string, string, string]>([
    ['docs/*.md', 'a.md [id].md', 'sub/a.md a.mdx .hidden.md'],
    ['./*.md', 'a.md', 'sub/a.md'],
    ['docs/**/*.md', 'a.md sub/a.md a/b/c.md', 'a.txt .git/a.md sub/.b.md'],
    ['docs/**', 'a.md sub/a.md', '.env sub/.env'],
    ['docs/?.md', 'a.md é.md', 'ab.md .md'],
    ['docs/{a,b-*}.md', 'a.md b-c.md', 'b.md c.md'],
    ['docs/*/index.md', 'a/index.md', 'index.md a/b/index.md'],
    ['docs/*.[jt]s', 'a.js a.ts', 'a.cs'],
    ['docs/*', 'a.md', 'a/b.md'],
  ])('%s means %s and not %s [MCP-17]', async (glob, these, others) => {
    const [wanted, left] = [these.split(' '), others.split(' ')]
    expect(await meant(glob, ...wanted, ...left)).toEqual(wanted)
  })

  it.each<[string, string, string]>([
    ['*/(shop)/a.md', 'x/(shop)/a.md', 'x/shop/a.md'],
    ['*/(a|b).md', 'x/(a|b).md', 'x/a.md'],
    ['*/[a]+.md', 'x/a+.md', 'x/aa.md'],
    ['*/"q".md', 'x/"q".md', 'x/q.md'],
    ["*/it's.md", "x/it's.md", 'x/its.md'],
    ['*/+(a).md', 'x/+(a).md', 'x/aa.md'],
    ['*/!a.md', 'x/!a.md', 'x/b.md'],
    ['*/a.md', 'x/a.md', 'x/a-md'],
    ['*/$1^.md', 'x/$1^.md', 'x/1.md'],
  ])('%s takes other signs as they stand: %s is meant, %s not [MCP-17]', async (glob, name, other) => {
    expect(await meant(glob, name, other)).toEqual([name])
  })

  it('minds upper and lower case [MCP-17]', async () => {
    expect(await meant('*.MD', 'a.MD', 'a.md')).toEqual(['a.MD'])
  })

  it.each<[string, RegExp]>([
    ['docs/*/../../x.md', /leaves the folder/],
    ['*//a.md', /empty name/],
    ['docs/*/', /empty name/],
    ['docs/{a', /without its }/],
    ['docs/{a/b,c}.md', /braces hold no \//],
    [`docs/${'*a'.repeat(5)}`, /more than 4/],
    [`docs/${'**/'.repeat(5)}a.md`, /more than 4 of \*\*/],
    ['*/.git/config', /\.git/],
    ['docs/*\u202e.md', /does not show/],
    [`*${'a'.repeat(500)}`, /longer than 500/],
    ['docs/*\\a.md', /has a \\/],
  ])(
    '%s is refused with what is wrong with it, before anything is looked into [MCP-17, MCP-10]',
    async (glob, words) => {
      await expect(globbed(glob, folders())).rejects.toMatchObject({
        code: 'bad_path',
        message: expect.stringMatching(words),
      })
    },
  )

  it('refuses of a long path the glob alone: its folder may have any name [MCP-17]', async () => {
    const folder = `${'deep/'.repeat(110)}.git/..//`
    expect((await globbed(`${folder}*.md`, folders())).folder).toBe(folder)
    await expect(globbed('docs/*/.git/a.md', folders())).rejects.toThrow('The glob "*/.git/a.md" leads into .git')
  })
})
