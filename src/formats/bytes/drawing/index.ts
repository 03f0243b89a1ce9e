/**
 * DrawingML, which slides, documents and workbooks share: text boxes, tables, charts, diagrams, descriptions of pictures.
 *
 * - `drawnTexts(file, member, …)` reads a member of drawings (a slide, `chart1.xml`, `data1.xml`, `drawing1.xml`): its texts, with the shape and
 *   the cell that they are in. What the member says once more for other programs (`mc:AlternateContent`) is one text in several places, and so
 *   is what its twin says, the picture of a diagram. Texts that a chart keeps of cells have their `formula`.
 * - `pictureOfDiagram(file, from, data)` is the picture of the diagram that a member shows.
 * - `drawnAlike(texts, pathOf, beside)` joins the texts of a result, which are read `apart`, as the original has them.
 * - `unitsOfDrawn(text, path, beside)` makes units of a text, to which a family adds part, kind and number; `beside` is that of `ScanOptions`.
 * - `editsOfDrawn(unit, translation, target)` writes a translation: it sets the language of the runs, and turns lines to where the target
 *   is written from right to left; `drawnReadsAs` says what it reads back as.
 *   `signOfDrawn` signs both (`Format.sign`).
 */
export { pictureOfDiagram } from './diagram.ts'
export type { DrawnText } from './drawn.ts'
export { drawnTexts } from './member.ts'
export {
  type DrawnBeside,
  type DrawnUnit,
  drawnAlike,
  drawnReadsAs,
  editsOfDrawn,
  signOfDrawn,
  unitsOfDrawn,
} from './units.ts'
