/**
 * Documents in packages. `openOffice` opens one of Office and gives its main member, the types of its members and their relations, from which
 * a family finds what it reads, and in which order; `readMember` reads the XML of a member, `mimetypeOf` what other packages say of themselves.
 */
export { isOfKind, mimetypeOf, otherKind, type PackageKind } from './kinds.ts'
export { type OfficeFile, type OfficeRelation, openOffice, relatedTo } from './office.ts'
export { readMember } from './xml-member.ts'
