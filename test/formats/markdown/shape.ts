/** What a Markdown document is made of, as an independent reader sees it: its tree without the words. */
import type { Nodes } from 'mdast'
import { type CompileContext, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { mdxjs } from 'micromark-extension-mdxjs'
import { protect } from '../../../src/formats/index.ts'
import { corpus } from '../../support/corpus.ts'
import { fc, type TranslateUnit } from '../files.ts'

// Without its search for addresses in finished texts, which no other reader does.
const MDAST = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension)

/** Lines that stand for themselves where site generators read them, as plain Markdown has them. */
const OF_GENERATORS: readonly (readonly [RegExp, string])[] = [
  [/^([ \t>]*):{3,}[ \t]*$/gm, '$1'],
  [/^([ \t>]*):{3,}[ \t]*[\p{L}\p{N}_][\p{L}\p{N}_.-]*(?:[ \t]+(.*))?$/gmu, '$1# $2'],
  [/^([ \t]*>[ \t>]*)\[!\w+\][-+]?(?=\s|$)(.*)$/gm, '$1# $2'],
  [/^:(?=[ \t]+\S)/gm, '-'],
  [/^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]*[\w-]+(?:[ \t]+[\w-]+)*(?:[ \t]+"(.*)")?[ \t]*$/gm, '$1-   # $2'],
  [/^([ \t]*)===[!+]?[ \t]+"(.*)"[ \t]*$/gm, '$1-   # $2'],
]

/** Tags of templates: programs replace them before Markdown is read, so nothing in them is markup. */
const TEMPLATE = /\{\{<[\s\S]*?>\}\}|\{\{%[\s\S]*?%\}\}|\{%[\s\S]*?%\}|\{\{[^`]*?\}\}/g
/** A line of such tags alone that stand for blocks: to Markdown there is nothing on it. */
const LINE_OF_TAGS = /^([ \t>]*)(?:\ufffcb\w*\ufffd[ \t]*)+$/gm

/** Each tag as one word, which says nothing of the texts in it. */
function withoutTemplates(markdown: string): string {
  return markdown
    .replace(TEMPLATE, tag => `\ufffc${/^\{\{[^<%]/.test(tag) ? 'i' : 'b'}${/[A-Za-z\d]+/.exec(tag)?.[0] ?? ''}\ufffd`)
    .replace(LINE_OF_TAGS, '$1')
}

/** What MDX has besides: its tags and its code, each as one piece of HTML. */
const MDX_TOKENS = ['mdxJsxFlowTag', 'mdxJsxTextTag', 'mdxFlowExpression', 'mdxTextExpression', 'mdxjsEsm']
const OF_MDX = {
  enter: Object.fromEntries(
    MDX_TOKENS.map(name => [
      name,
      function (this: CompileContext, token: Token): void {
        this.enter({ type: 'html', value: this.sliceSerialize(token) }, token)
      },
    ]),
  ),
  exit: Object.fromEntries(
    MDX_TOKENS.map(name => [
      name,
      function (this: CompileContext, token: Token): void {
        this.exit(token)
      },
    ]),
  ),
}

/** One line a node, indented; targets, labels and code are in it, texts are not. Neighbouring texts count as one. */
export function shapeOf(markdown: string, mdx = false): string {
  const plain = OF_GENERATORS.reduce(
    (text, [line, instead]) => text.replace(line, instead),
    mdx ? markdown : withoutTemplates(markdown),
  )
  const tree = mdx
    ? fromMarkdown(plain, { extensions: [gfm(), mdxjs()], mdastExtensions: [...MDAST, OF_MDX] })
    : fromMarkdown(plain, { extensions: [gfm()], mdastExtensions: MDAST })
  const lines: string[] = []
  const add = (node: Nodes, depth: number): void => {
    lines.push(`${' '.repeat(depth)}${node.type} ${factsOf(node)}`.trimEnd())
    if ('children' in node) for (const child of node.children) add(child, depth + 1)
  }
  add(tree, 0)
  return lines.join('\n')
}

/** HTML without its texts, and without the values of attributes that readers see. */
function tagsOf(html: string): string {
  if (/^<(?:!|\?|script|style|pre|textarea)/i.test(html)) return html
  const told = /(\s(?:alt|title|label|placeholder|aria-label|summary|description)\s*=\s*)(?:"[^"]*"|'[^']*')/gi
  return (html.replace(told, '$1').match(/<(?:[^<>"']|"[^"]*"|'[^']*')*>/g) ?? []).join('')
}

function factsOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return ''
    case 'heading':
      return String(node.depth)
    case 'listItem':
      return String(node.checked)
    case 'list':
      return String(node.start)
    case 'link':
    case 'image':
      return node.url
    case 'linkReference':
    case 'imageReference':
    case 'footnoteReference':
      return node.identifier
    case 'definition':
      return `${node.identifier} ${node.url}`
    case 'html':
      return JSON.stringify(tagsOf(node.value))
    default:
      return 'value' in node ? JSON.stringify(node.value) : ''
  }
}

/**
 * Collections of examples, one construct each: our own, and the CommonMark specification where it lies beside the project. At
 * least so many examples are in each; at most so many of their texts keep their source in one pass over a third of them, or in one
 * over all of them, since no Markdown says exactly the translation.
 */
const COLLECTIONS = [
  { name: 'examples.md', least: 130, kept: { third: 7, all: 60 } },
  { name: 'commonmark-spec.md', least: 600, kept: { third: 7, all: 60 } },
]

export const EXAMPLES = COLLECTIONS.flatMap(known =>
  corpus('md').flatMap(({ name, bytes }) => {
    if (name !== known.name) return []
    const found = bytes.toString('utf8').matchAll(/^`{32} example\n([\s\S]*?)^\.\n/gm)
    return [{ ...known, sources: [...found].map(([, source = '']) => source.replaceAll('→', '\t')) }]
  }),
)

/** Translations that are hard to write: every stretch of words changed, tags kept. */
export const TRANSLATIONS: Readonly<Record<string, (words: string) => string>> = {
  'other words': words => words.replace(/\p{L}+/gu, word => [...word].reverse().join('').toUpperCase()),
  'punctuation at all ends': words => `„${words}!“`,
  'letters at all ends': words => `x${words}x`,
  'white space at all ends': words => ` ${words} `,
  'markup as text': words => `# * ${words} - 1. a_b _c_ [x](y) \`z\` ~~ | &amp; <b> \\`,
  'the start of a list': words => `- ${words}`,
  'the start of a numbered list': words => `1. ${words}`,
  'the start of a quote': words => `> ${words}`,
  'the end of a heading': words => `${words} #`,
  'an underline': () => '---',
  'line breaks': words => `${words}\n\n${words}`,
  Japanese: words => `「${words}」です。`,
}

/** What was once damaged on pages of site generators: tags of templates between, inside and around what Markdown reads. */
export const TEMPLATES: readonly string[] = [
  'a\n\n{{< tabpane >}}\n{{< tab header="b" lang="yaml" >}}\nc:\n  - d\n    - e\n{{< /tab >}}\n{{< /tabpane >}}\n\n- f\n- g\n',
  '- {{% _param FAS compass "" %}} [one](#two) three **_four_** five six seven\n  eight nine\n',
  '> see [a b]({{ site.a\n> }}/c/d), *e* and\n> [f]({% link g.md %})\n',
  'see {{< figure src="a_b_c.png" alt="d" >}} *here* and\n{% include e_f.html caption="g" %} _there_\n',
  '1. a\n\n    {{< card >}}\n    - b\n    {{< /card >}}\n\n1. c {{ d_e }} f_g\n',
  'with $$\\sum_{k=1}^n \\frac{1}{k^2}=x$$ or $f(x)$ *a* [b][]\n\n[b]:https://c.d/e\n',
]
export const COMPONENTS: readonly string[] = [
  "import A from 'a'\n\nexport const b = `~~~js\n~~~`\n\n> [!NOTE]\n>\n> c *d* {b}\n\n- e\n",
  '<Tabs>\n  <TabItem value="a" label="b">\n\n  - c\n  - d <Kbd>e</Kbd>\n\n  </TabItem>\n</Tabs>\n',
  'a\n\n<pre>\n{"b"} <a href="c">d</a>,\n  e\n\n  f\n</pre>\n\ng _h_ <Icon alt="i" /> j\n',
  '# a {/* b */}\n\n<Card title="c" icon="d">e **f**</Card>\n\ng :smile: {h} `i` [j](k "l")\n',
]

export function translated(change: (words: string) => string): TranslateUnit {
  return unit => {
    if (unit.left_out) return undefined
    return protect(unit.text, unit.syntax)
      .map(run => (run.kind === 'code' || run.text.trim() === '' ? run.text : change(run.text)))
      .join('')
  }
}

const PIECES = [
  ...[
    'word',
    'two words',
    'Ünï',
    '日本語',
    '.',
    '!',
    ' ',
    ' ',
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '[',
    ']',
    '](u)',
  ],
  ...['](u "t")', '][r]', '[]', '![', '<b>', '</b>', '<br>', '<!-- c -->', '&amp;', '&', '\\', '\\*', '|', '\\|'],
  ...['https://a.b/c', 'www.a.bc', 'a@b.cd', '<https://a.b>', '[^1]', '[r]', '{#id}', '#', '1.', '-', '+', '>', '='],
]
const LINE_STARTS = [
  ...['', '', '', '', '# ', '## ', '- ', '* ', '1. ', '> ', '> > ', '  ', '    ', '\t', '- [ ] ', '| ', '```', '<div>'],
  ...['---', '===', '|-|-|', '[r]: u "title"', '[^1]: ', ':::', '> [!NOTE]'],
]
const LINE_ENDS = ['\n', '\n', '\n\n', '\n\n', '  \n', '\\\n', '\r\n', '\r\n\r\n', '\r', ' |\n']

/** Documents of everything that is markup, in any order. */
export const documents = fc
  .array(
    fc.tuple(
      fc.constantFrom(...LINE_STARTS),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }),
      fc.constantFrom(...LINE_ENDS),
    ),
    { maxLength: 12 },
  )
  .map(lines => lines.map(([start, pieces, end]) => start + pieces.join('') + end).join(''))
