/**
 * DrawingML, which slides, documents and workbooks share: text boxes, tables, charts, diagrams, descriptions of pictures.
 *
 * - `new DrawingReading(member)` reads a member of drawings (a slide, `chart1.xml`, `data1.xml`, `drawing1.xml`): `take(piece)`, for each piece of
 *   `readMember`, gives the texts that end in it, with the shape and the cell that they are in. What the member says once more for other
 *   programs (`mc:AlternateContent`) is one text in several places. Texts that a chart keeps of cells have their `formula`.
 * - `pictureOfDiagram(file, from, data)` is the picture of the diagram that a member shows.
 * - `joinedDrawn(first, second)` does the same for two members: the model of a diagram, and its picture.
 *   Of a result, read both with `new DrawingReading(member, true)`, and join them as the original has them: `drawnAlike(texts, pathOf, beside)`.
 * - `unitsOfDrawn(text, path, beside)` makes units of a text, to which a family adds part, kind and number; `beside` is that of `ScanOptions`.
 * - `editsOfDrawn(unit, translation, target)` writes a translation: it sets the language of the runs, and turns lines to where the target
 *   is written from right to left; `drawnReadsAs` says what it reads back as.
 */
export { pictureOfDiagram } from './diagram.ts'
export { type DrawnText, joinedDrawn } from './drawn.ts'
export { DrawingReading } from './reading.ts'
export { type DrawnBeside, type DrawnUnit, drawnAlike, drawnReadsAs, editsOfDrawn, unitsOfDrawn } from './units.ts'
