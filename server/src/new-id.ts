import { customAlphabet } from 'nanoid'

/** A new id: 12 random letters and digits (71 bits), short enough for every live frame and link. */
export const newId = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 12)
