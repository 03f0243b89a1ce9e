/** A small manual with all that people choose among: chapters, notes, comments, headers, a table and a picture. */
import { documentOf, paragraph, relationsXml, W } from './documents.ts'

const styled = (style: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const part = (root: string, body: string): string => `<w:${root} ${W}>${body}</w:${root}>`
const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

export const MANUAL = documentOf(
  [
    paragraph('Read this first'),
    styled('H1', 'Safety'),
    paragraph('Wear gloves now'),
    styled('H2', 'Tools'),
    paragraph('Keep knives sharp'),
    styled('H1', 'Care'),
    `<w:tbl><w:tr><w:tc>${paragraph('Wash it weekly')}</w:tc></w:tr></w:tbl>`,
  ].join(''),
  [
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml(
        ['styles', 'styles.xml'],
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
        ['footnotes', 'footnotes.xml'],
        ['comments', 'comments.xml'],
      ),
    },
    { name: 'word/styles.xml', content: part('styles', style('H1', 'heading 1') + style('H2', 'heading 2')) },
    { name: 'word/header1.xml', content: part('hdr', paragraph('Above each page')) },
    { name: 'word/footer1.xml', content: part('ftr', paragraph('Below each page')) },
    {
      name: 'word/footnotes.xml',
      content: part('footnotes', `<w:footnote w:id="2">${paragraph('A note below')}</w:footnote>`),
    },
    {
      name: 'word/comments.xml',
      content: part('comments', `<w:comment w:id="1">${paragraph('Is it so')}</w:comment>`),
    },
  ],
)
