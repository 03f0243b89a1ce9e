import { describe, expect, it } from 'vitest'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }

/** All letters outside of tags as capitals. */
const capitals: TranslateUnit = unit =>
  unit.left_out === undefined
    ? unit.text.replace(/<[^>]*>|\p{L}+/gu, found => (found.startsWith('<') ? found : found.toUpperCase()))
    : undefined

async function translated(extension: string, content: string): Promise<string> {
  const format = built(extension)
  const result = await bytesOf(rewrite(format, opened(content), capitals, GERMAN))
  expect(await verify(format, opened(content), opened(result), capitals, GERMAN)).toEqual([])
  const same = await bytesOf(rewrite(format, opened(content), unit => unit.text, GERMAN))
  expect(same.toString()).toBe(content)
  return result.toString()
}

const code = async (extension: string, content: string): Promise<string[]> =>
  (await unitsOf(built(extension), opened(content))).flatMap(unit => (unit.left_out === 'code' ? unit.text : []))

describe('what site generators add to Markdown', () => {
  it.each<[string, string, string]>([
    [
      'code between Liquid tags',
      'a\n{% highlight ruby %}\nputs 1\n\nend\n{% endhighlight %}\nb',
      'A\n{% highlight ruby %}\nputs 1\n\nend\n{% endhighlight %}\nB',
    ],
    [
      'code in a shortcode of Hugo',
      'a\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\nb',
      'A\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\nB',
    ],
    [
      'code in tabs of Docsy, with titles above it',
      '{{< tabpane >}}\n{{< tab header="a title" lang="yaml" >}}\nb:\n  - c\n    - d\n\ne\n{{< /tab >}}\n{{< tab header="f" lang="json" >}}\n{\n  "g": 1\n}\n{{< /tab >}}\n{{< /tabpane >}}\n\nh',
      '{{< tabpane >}}\n{{< tab header="A TITLE" lang="yaml" >}}\nb:\n  - c\n    - d\n\ne\n{{< /tab >}}\n{{< tab header="F" lang="json" >}}\n{\n  "g": 1\n}\n{{< /tab >}}\n{{< /tabpane >}}\n\nH',
    ],
    [
      'a tab of code in a list, and a tab of text',
      '- a\n\n    {{< tabpane >}}\n{{< tab lang="sh" >}}\nx\n{{< /tab >}}\n{{% tab header="b" lang="de" text=true %}}\nc\n{{% /tab %}}\n    {{< /tabpane >}}\n\nd',
      '- A\n\n    {{< tabpane >}}\n{{< tab lang="sh" >}}\nx\n{{< /tab >}}\n{{% tab header="B" lang="de" text=true %}}\nC\n{{% /tab %}}\n    {{< /tabpane >}}\n\nD',
    ],
    [
      'settings in two languages',
      '{{< code-toggle file=hugo >}}\n[a]\nb = "c"\n{{< /code-toggle >}}\nd',
      '{{< code-toggle file=hugo >}}\n[a]\nb = "c"\n{{< /code-toggle >}}\nD',
    ],
    [
      'comments of Liquid',
      '{% comment %}\nnot shown\n{% endcomment %}\nshown',
      '{% comment %}\nnot shown\n{% endcomment %}\nSHOWN',
    ],
    [
      'template tags alone on a line',
      'one\n{% include a.html b="c" %}\ntwo\n{% raw %}\nthree\n{% endraw %}',
      'ONE\n{% include a.html b="c" %}\nTWO\n{% raw %}\nTHREE\n{% endraw %}',
    ],
    [
      'tags over several lines',
      'one\n\n{% include a.html\n  b="c"\n%}\ntwo',
      'ONE\n\n{% include a.html\n  b="c"\n%}\nTWO',
    ],
    [
      'tabs of Hugo',
      '{{< tabs >}}\n{{< tab "one" >}}\ntext\n{{< /tab >}}\n{{< /tabs >}}',
      '{{< tabs >}}\n{{< tab "one" >}}\nTEXT\n{{< /tab >}}\n{{< /tabs >}}',
    ],
    [
      'parameters that readers see',
      'one\n\n{{< figure src="a.png" alt="a cat" caption=\'the cat\' >}}\ntwo\n{% include a.html alt="b" class="c" %}\n\n{% assign title="d" %}\n\n{{% code title="e.go" %}}',
      'ONE\n\n{{< figure src="a.png" alt="A CAT" caption=\'THE CAT\' >}}\nTWO\n{% include a.html alt="B" class="c" %}\n\n{% assign title="d" %}\n\n{{% code title="e.go" %}}',
    ],
    [
      'parameters that hold sentences',
      '{% include note.html content="body content" %}\n\n{% include a.html text="left" content="a b.html" body="a > b c" %}',
      '{% include note.html content="BODY CONTENT" %}\n\n{% include a.html text="left" content="a b.html" body="a > b c" %}',
    ],
    [
      'tags inside a sentence',
      'see {{ site.title }} or {% link a_b.md %}',
      'SEE {{ site.title }} OR {% link a_b.md %}',
    ],
    [
      'a tag over two lines of a sentence',
      'one two three ({{ site.a\nb }}) four five\n\n> one ({{% a\n> b %}}) two',
      'ONE TWO THREE ({{ site.a\nb }}) FOUR FIVE\n\n> ONE ({{% a\n> b %}}) TWO',
    ],
    [
      'what readers see of a tag inside a sentence',
      'see {{< figure src="a.png" alt="a cat" >}} here, *{% include b.html\ntitle=\'two\' %}* and {{% ref title="x" %}}',
      'SEE {{< figure src="a.png" alt="A CAT" >}} HERE, *{% include b.html\ntitle=\'TWO\' %}* AND {{% ref title="x" %}}',
    ],
    [
      'a link whose address has a tag over two lines',
      '> see [a b]({{ site.a\n> }}/c/d), *e* and [f]({% link\n> g.md %})\n\n{{ h\n- i }}',
      '> SEE [A B]({{ site.a\n> }}/c/d), *E* AND [F]({% link\n> g.md %})\n\n{{ h\n- i }}',
    ],
    [
      'links to what a tag says',
      '[doc]({{ site.url }}/a) and [x]({% link a.md %})',
      '[DOC]({{ site.url }}/a) AND [X]({% link a.md %})',
    ],
    [
      'admonitions of MkDocs',
      '!!! note "my title"\n\n    the body\n\n        code\n\nb',
      '!!! note "MY TITLE"\n\n    THE BODY\n\n        code\n\nB',
    ],
    [
      'admonitions that open',
      '??? warning\n    the body\n    goes on\n???+ tip inline\n    b',
      '??? warning\n    THE BODY GOES ON\n???+ tip inline\n    B',
    ],
    [
      'tabs of MkDocs',
      '=== "first tab"\n\n    - a\n\n=== "second"\n    b',
      '=== "FIRST TAB"\n\n    - A\n\n=== "SECOND"\n    B',
    ],
    [
      'containers below a tag that begins no block',
      '<span id="a"></span>\n::: tip b\nc\n:::',
      '<span id="a"></span>\n::: tip B\nC\n:::',
    ],
    [
      'a footnote that is indented more than its tab',
      '=== "a"\n\n    b[^c]:\n\n      [^c]:\n        d\n\n    e\n\n        f',
      '=== "A"\n\n    B[^c]:\n\n      [^c]:\n        D\n\n    E\n\n        f',
    ],
    [
      'containers with a title',
      ':::tip my title\na\n:::\n\n::: details click `me`\nb\n:::',
      ':::tip MY TITLE\nA\n:::\n\n::: details CLICK `me`\nB\n:::',
    ],
    [
      'containers with a title in brackets',
      '::::info[my *title*]{#id}\n:::tip\na\n:::\n::::',
      '::::info[MY *TITLE*]{#id}\n:::tip\nA\n:::\n::::',
    ],
    [
      'containers with parameters',
      '::: zone pivot="a"\na\n:::\n\n::: {.note #x}\nb\n:::',
      '::: zone pivot="a"\nA\n:::\n\n::: {.note #x}\nB\n:::',
    ],
    [
      'alerts, with a title too',
      '> [!NOTE]\n> a\n\n> [!tip]- my title\n> b',
      '> [!NOTE]\n> A\n\n> [!tip]- MY TITLE\n> B',
    ],
    [
      'definitions',
      'term\n: one\n: two\n\nother\n:   long\n    text\n\n    more',
      'TERM\n: ONE\n: TWO\n\nOTHER\n:   LONG TEXT\n\n    MORE',
    ],
    ['abbreviations', 'a\n\n*[HTML]: hyper text\n*[CSS]: style', 'A\n\n*[HTML]: HYPER TEXT\n*[CSS]: STYLE'],
    [
      'mathematics',
      'a\n$$\nx_1 = y\n$$\nb $x^2$ or $y$, but $5 and $6',
      'A\n$$\nx_1 = y\n$$\nB $x^2$ OR $y$, BUT $5 AND $6',
    ],
    [
      'mathematics in a sentence',
      'with $$\\sum_{k=1}^n \\frac{1}{k^2}=x$$ and $f(x)$, $n=0$, $f(\\pi )=1$ or $[-\\pi, \\pi] $, but $AB$ or $$ as 5$ a=b',
      'WITH $$\\sum_{k=1}^n \\frac{1}{k^2}=x$$ AND $f(x)$, $n=0$, $f(\\pi )=1$ OR $[-\\pi, \\pi] $, BUT $AB$ OR $$ AS 5$ A=B',
    ],
    ['mathematics in brackets', 'a\n\\[\nx = y\n\\]\nb \\\\(a_1\\\\)', 'A\n\\[\nx = y\n\\]\nB \\\\(a_1\\\\)'],
    [
      'anchors of headings',
      '# one {/*one*/}\n## two {#two}\n## three [#three]\n## four {: .x}',
      '# ONE {/*one*/}\n## TWO {#two}\n## THREE [#three]\n## FOUR {: .x}',
    ],
    [
      'attributes',
      'a [b](c){: .d} and ![e](f){ width="3" }\n{: .g}',
      'A [B](c){: .d} AND ![E](f){ width="3" }\n{: .g}',
    ],
    ['tables of contents', '[[toc]]\n\n[TOC]\n\n{:toc}\n\na', '[[toc]]\n\n[TOC]\n\n{:toc}\n\nA'],
    [
      'a table of contents in the place of a list',
      'a\n\n* TOC\n{:toc}\n\n1. list\n{: toc .x}\n\n* b\n{: .c}',
      'A\n\n* TOC\n{:toc}\n\n1. list\n{: toc .x}\n\n* B\n{: .c}',
    ],
    [
      'keys',
      'press ++ctrl+c++ or ++enter++, ++"my key"+f1++; in c++ and d++ it is ++word++',
      'PRESS ++ctrl+c++ OR ++enter++, ++"my key"+f1++; IN C++ AND D++ IT IS ++WORD++',
    ],
    [
      'pictures by their names',
      ':material-home: home :smile::tada: at 10:30:45 and a:b:c, :+1:',
      ':material-home: HOME :smile::tada: AT 10:30:45 AND A:B:C, :+1:',
    ],
    [
      'no picture in an address',
      'আছে:https://a.b/c\n\n[a]\n\n[a]:https://b.c',
      'আছে:https://a.b/c\n\n[A][a]\n\n[a]:https://b.c',
    ],
    [
      'pictures beside a letter',
      ':smile:s あ:smile:い :tada:。 a:smile:, aa:bb:cc',
      ':smile:S あ:smile:い :tada:。 A:smile:, AA:BB:CC',
    ],
    [
      'code in a parameter',
      'a\n\n{{< figure src="b.png" caption="click `the button` or **this**" >}}',
      'A\n\n{{< figure src="b.png" caption="CLICK `the button` OR **THIS**" >}}',
    ],
    [
      'included files',
      'a\n--8<-- "b.md"\n<<< @/c.js{1}\n@[code](d.js)\ne',
      'A\n--8<-- "b.md"\n<<< @/c.js{1}\n@[code](d.js)\nE',
    ],
    [
      'code in code',
      '``` x\n!!! a\n\n    ``` y\n    b\n    ```\n```\n\n!!! c\n\n    d\n\n- ```\n  e\n  ```\n\n!!! f',
      '``` x\n!!! a\n\n    ``` y\n    b\n    ```\n```\n\n!!! c\n\n    D\n\n- ```\n  e\n  ```\n\n!!! f',
    ],
    [
      'what follows code that nothing ends',
      '=== "a"\n\n    b\n    ```\n\n=== "c"\n\n    d',
      '=== "A"\n\n    B\n    ```\n\n=== "C"\n\n    D',
    ],
    ['comments', 'a {/* b */} c\n{/* d\n\ne */}\n<!-- f -->\ng', 'A {/* b */} C\n{/* d\n\ne */}\n<!-- f -->\nG'],
    ['imports', "import A from '@theme/A'\nimport B from 'b'\n\na", "import A from '@theme/A'\nimport B from 'b'\n\nA"],
    [
      'tags alone on a line of a paragraph',
      'one\n<Tabs>\ntwo\n</Tabs>\n\n_x_\n</Note>',
      'ONE\n<Tabs>\nTWO\n</Tabs>\n\n_X_\n</Note>',
    ],
    [
      'no tags inside of code',
      'run `{{ a` and `b }}`\n\n```\n{% highlight %}\n```\n\nc',
      'RUN `{{ a` AND `b }}`\n\n```\n{% highlight %}\n```\n\nC',
    ],
  ])('keeps its place: %s [FMT-1, RES-2]', async (_, content, expected) => {
    expect(await translated('md', content)).toBe(expected)
    expect(await translated('markdown', content.replaceAll('\n', '\r\n'))).toBe(expected.replaceAll('\n', '\r\n'))
  })

  it('lists code between tags as code', async () => {
    expect(await code('md', '$$\nx\n$$\n\n{% highlight a %}\nb\n{% endhighlight %}')).toEqual([
      '$$\nx\n$$',
      '{% highlight a %}\nb\n{% endhighlight %}',
    ])
  })

  it.each([
    [':::tip title\na\n:::', 'a="b"'],
    [':::tip title\na\n:::', 'b :::'],
    ['title', '{{ x }}'],
    ['title', '{% if %}'],
    ['a {{< b alt="title" >}} c', 'a <g1>"b"</g1> c'],
    ['a {{< b alt="title" >}} c', 'a <g1>{{< b >}}</g1> c'],
    ['{{< b alt="`a` title" >}}', 'no code'],
  ])('keeps the source of %j where a translation would be no text: %s [ENG-2]', async (content, translation) => {
    const result = await bytesOf(
      rewrite(built('md'), opened(content), unit => (unit.text.includes('title') ? translation : undefined), GERMAN),
    )
    expect(result.toString()).toBe(content)
  })

  it.each(['!!! a', '??? b', '=== "c"', ': d', '--8<-- e', '<<< f', '@[code](g)', '$$', ':::h', "import a from 'b'"])(
    'a translation begins no block: %s [RES-2]',
    async translation => {
      const format = built('md')
      const result = await bytesOf(rewrite(format, opened('text\n'), () => translation, GERMAN))
      expect(result.toString()).not.toBe('text\n')
      expect(await verify(format, opened('text\n'), opened(result), () => translation, GERMAN)).toEqual([])
    },
  )
})

describe('HTML in Markdown', () => {
  it.each<[string, string, string]>([
    [
      'blocks',
      '<details>\n<summary>my <b>title</b></summary>\n\ntext\n\n</details>',
      '<details>\n<summary>MY <b>TITLE</b></summary>\n\nTEXT\n\n</details>',
    ],
    [
      'cells and items',
      '<table><tr><td>a</td><td>b &lt; c</td></tr></table>',
      '<table><tr><td>A</td><td>B &lt; C</td></tr></table>',
    ],
    [
      'attributes of blocks',
      '<div title="my title" class="a b">\n<img src="a" alt="a cat">\n</div>',
      '<div title="MY TITLE" class="a b">\n<img src="a" alt="A CAT">\n</div>',
    ],
    ['attributes in a sentence', 'see <img src="a" alt="a cat"> here', 'SEE <img src="a" alt="A CAT"> HERE'],
    [
      'code in it',
      '<p>run <code>npm i</code></p>\n<pre>\nkept\n</pre>',
      '<p>RUN <code>npm i</code></p>\n<pre>\nkept\n</pre>',
    ],
    [
      'template tags in it',
      '<div>\n{% if a > b %}\ntext {{ c }}\n{% endif %}\n</div>',
      '<div>\n{% if a > b %}\nTEXT {{ c }}\n{% endif %}\n</div>',
    ],
    [
      'lines that other programs read as Markdown',
      '<img src="a" alt="b">\n## c d\ne f\ng\n- h\n- i',
      '<img src="a" alt="B">\n## C D\nE F G\n- H\n- I',
    ],
    ['quoted HTML', '> <p>\n> one</p>\n>\n> two', '> <p>\n> ONE</p>\n>\n> TWO'],
  ])('has texts: %s [RES-2]', async (_, content, expected) => {
    expect(await translated('md', content)).toBe(expected)
  })

  it.each([
    ['<img src="a">\n## c\n', '„d“', '<img src="a">\n## „d“\n'],
    ['<p>\nc\n</p>\n', '- d', '<p>\n&#45; d\n</p>\n'],
    ['<td>1. c</td>\n', '1. d', '<td>1. d</td>\n'],
  ])('has lines that stay what they are: %j', async (content, translation, expected) => {
    const result = await bytesOf(rewrite(built('md'), opened(content), () => translation, GERMAN))
    expect(result.toString()).toBe(expected)
    expect(await verify(built('md'), opened(content), opened(result), () => translation, GERMAN)).toEqual([])
  })

  it('gets signs of HTML as references, and never a blank line [RES-2]', async () => {
    const content = '<p title="a">\nb\n</p>\n'
    const result = await bytesOf(rewrite(built('md'), opened(content), () => 'x "y" < &amp;\n\nz', GERMAN))
    expect(result.toString()).toBe(
      '<p title="x &quot;y&quot; &lt; &amp;amp;&#10;&#10;z">\nx "y" &lt; &amp;amp;&#10;&#10;z\n</p>\n',
    )
  })
})

describe('MDX', () => {
  it.each<[string, string, string]>([
    [
      'code',
      "import A from 'a'\n\nexport const b = {\n  c: 'd',\n}\n\n{b.c}\n\ntext {b.c}",
      "import A from 'a'\n\nexport const b = {\n  c: 'd',\n}\n\n{b.c}\n\nTEXT {b.c}",
    ],
    [
      'components',
      '<Tabs>\n  <TabItem value="a" label="my label">\n\n  text\n\n  </TabItem>\n</Tabs>',
      '<Tabs>\n  <TabItem value="a" label="MY LABEL">\n\n  TEXT\n\n  </TabItem>\n</Tabs>',
    ],
    [
      'attributes of a component with its text on one line',
      '<Card title="read me" icon="a">text</Card>\n\n<A label="b"><B alt="c">d</B></A>',
      '<Card title="READ ME" icon="a">TEXT</Card>\n\n<A label="B"><B alt="C">D</B></A>',
    ],
    ['pictures by their names', 'a :smile: b', 'A :smile: B'],
    [
      'marks of Markdown in code',
      'export const a = `~~~js\n~~~`\n\n> [!NOTE]\n>\n> b',
      'export const a = `~~~js\n~~~`\n\n> [!NOTE]\n>\n> B',
    ],
    [
      'what is shown line by line',
      'a\n\n<pre>\n{"b"} <a href="c">d</a>,\n  e\n\n  f\n</pre>\n\ng',
      'A\n\n<pre>\n{"b"} <a href="c">d</a>,\n  e\n\n  f\n</pre>\n\nG',
    ],
    ['text between tags', '<Note title={a}>\ntext\n_x_\n</Note>', '<Note title={a}>\nTEXT _X_\n</Note>'],
    ['tags in a sentence', 'a <Kbd>b</Kbd> <Icon alt="c" /> d', 'A <Kbd>B</Kbd> <Icon alt="C" /> D'],
    [
      'anchors and comments',
      '# one {#one}\n\n<!-- a\n\nb -->\n\ntwo {/* c */}',
      '# ONE {#one}\n\n<!-- a\n\nb -->\n\nTWO {/* c */}',
    ],
    ['containers', ':::tip[my title]\n\na\n\n:::', ':::tip[MY TITLE]\n\nA\n\n:::'],
    ['indented text is no code', '<A>\n\n      text\n\n</A>', '<A>\n\n      TEXT\n\n</A>'],
  ])('keeps its code: %s [FMT-1, RES-2]', async (_, content, expected) => {
    expect(await translated('mdx', content)).toBe(expected)
  })

  it.each([
    ['Text', 'a {b} < c', 'a \\{b} \\< c'],
    ['Text', 'export it', '&#101;xport it'],
    ['See https://a.b now', '<x1/>を見る', '[https://a.b](https://a.b)を見る'],
    ['Mail to a@b.cd now', '<x1/>に書く', '[a@b.cd](mailto:a@b.cd)に書く'],
    ['Mail <a href="mailto:a@b.cd">a@b.cd</a> now', 'Jetzt <g1><x2/></g1>', 'Jetzt <a href="mailto:a@b.cd">a@b.cd</a>'],
  ])('%j gets %j as text [RES-2]', async (content, translation, expected) => {
    const format = built('mdx')
    const result = await bytesOf(rewrite(format, opened(content), () => translation, GERMAN))
    expect(result.toString()).toBe(expected)
    expect(await verify(format, opened(content), opened(result), () => translation, GERMAN)).toEqual([])
  })

  it('is refused where braces are nested without end', async () => {
    await expect(unitsOf(built('mdx'), opened(`a\n\n${'{'.repeat(2000)}${'}'.repeat(2000)}`))).rejects.toMatchObject({
      code: 'too_deep',
    })
  })

  it('is refused with its line where it cannot be read', async () => {
    await expect(unitsOf(built('mdx'), opened('a\n\nb {c\n'))).rejects.toMatchObject({ code: 'malformed', line: 3 })
  })
})
