/**
 * Documents in packages. `openOffice` opens one of Office and gives its main member, the types of its members and their relations, from which
 * a family finds what it reads, and in which order; `readMember` reads the XML of a member. What packages say of themselves that are not of Office,
 * and what one is told that is of another kind than its name says, is in `kinds.ts`.
 */

export { kindOfPackage, requireKind } from './claimed.ts'
export { EMBEDDED_FILES, embeddedIn } from './embedded.ts'
export { isOfKind, isPackageKind, mimetypeOf, namedKind, otherKind } from './kinds.ts'
export { type OfficeFile, openOffice, relatedTo } from './office.ts'
export { type OpenDocumentFile, openOpenDocument } from './open-document.ts'
export { type DocumentProperty, propertiesOf } from './properties.ts'
export { readMember } from './xml-member.ts'
