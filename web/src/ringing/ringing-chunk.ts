import { keepRinging } from './keep-ringing.ts'
import { MuteChoice } from './mute-choice.tsx'
import { RingOffer } from './ring-offer.tsx'
import { RingingSection } from './ringing-section.tsx'

/** The code of ringing, in one file that is loaded after the first page. */
export const ringingChunk = { RingingSection, RingOffer, MuteChoice, keepRinging }
