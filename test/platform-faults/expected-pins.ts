/** What becomes of a pin of which a call of an attempt fails: a row per switch, a column per call that an attempt makes. */
const table = `
                                                 | pcre                                ; vcre                                ; mreg                                ; mupl
400/1                                            | invalid_payload                     ; invalid_payload                     ; invalid_payload                     ; again
400/1 Unable to reach the URL                    | 3 times, then media_url_unreachable ; 3 times, then media_url_unreachable ; 3 times, then media_url_unreachable ; again
400/1 image format not supported                 | invalid_image                       ; invalid_image                       ; invalid_image                       ; again
400/400                                          | invalid_payload                     ; invalid_payload                     ; invalid_payload                     ; again
401/2                                            | token, then token_expired           ; token, then token_expired           ; token, then token_expired           ; again
401/3                                            | scope_missing                       ; scope_missing                       ; scope_missing                       ; again
401/7                                            | board_access_denied                 ; board_access_denied                 ; board_access_denied                 ; again
403/29                                           | board_access_denied                 ; board_access_denied                 ; board_access_denied                 ; again
403/29 Trial access                              | board_access_denied                 ; board_access_denied                 ; board_access_denied                 ; again
403/233                                          | invalid_image                       ; invalid_image                       ; invalid_image                       ; again
403/235                                          | invalid_image                       ; invalid_image                       ; invalid_image                       ; again
403/403                                          | board_access_denied                 ; board_access_denied                 ; board_access_denied                 ; again
404/40                                           | board_not_found                     ; board_not_found                     ; board_not_found                     ; again
404/404                                          | board_not_found                     ; board_not_found                     ; asset_not_found                     ; again
404/2031                                         | invalid_payload                     ; invalid_payload                     ; invalid_payload                     ; again
404/50                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
408/408                                          | read                                ; read                                ; again                               ; again
409/409                                          | again                               ; again                               ; again                               ; again
429/8 with Retry-After                           | wait                                ; wait                                ; wait                                ; again
429/30                                           | wait                                ; wait                                ; wait                                ; again
429/9                                            | block                               ; block                               ; block                               ; again
400/9                                            | block                               ; block                               ; block                               ; again
401/9                                            | block                               ; block                               ; block                               ; again
403/9                                            | block                               ; block                               ; block                               ; again
400/2787 Sorry! Something went wrong on our end. | again                               ; again                               ; again                               ; again
403/2787 Sorry! Something went wrong on our end. | again                               ; again                               ; again                               ; again
403/77 Please try again later                    | again                               ; again                               ; again                               ; again
400/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
401/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
403/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
404/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
418/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
422/77                                           | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
403 page of a proxy                              | 5 times, then internal_error        ; 5 times, then internal_error        ; 5 times, then internal_error        ; again
500/500                                          | read                                ; read                                ; again                               ; again
501/4181                                         | again                               ; again                               ; again                               ; again
502 page of a proxy                              | read                                ; read                                ; again                               ; again
503/500                                          | read                                ; read                                ; again                               ; again
503/4197                                         | again                               ; again                               ; again                               ; again
302 elsewhere                                    | read                                ; read                                ; again                               ; again
200 no JSON                                      | read                                ; read                                ; again                               ; again
200 other JSON                                   | read                                ; read                                ; again                               ; ·
cut before the effect                            | read                                ; read                                ; again                               ; again
cut after the effect                             | read                                ; read                                ; again                               ; again
500 after the effect                             | read                                ; read                                ; again                               ; again
slow, within the time                            | ·                                   ; ·                                   ; ·                                   ; ·
slow, beyond the time                            | read                                ; read                                ; again                               ; again
given up meanwhile                               | read                                ; read                                ; again                               ; again
nobody listens                                   | again                               ; again                               ; again                               ; again
the minute's calls are used up                   | wait                                ; wait                                ; wait                                ; ·
the day's calls are used up                      | wait                                ; wait                                ; wait                                ; ·
trial                                            | board_access_denied                 ; board_access_denied                 ; ·                                   ; ·
access token expired                             | token, then token_expired           ; token, then token_expired           ; token, then token_expired           ; ·
grant revoked                                    | token, then token_expired           ; token, then token_expired           ; token, then token_expired           ; ·
refresh token expired                            | ·                                   ; ·                                   ; ·                                   ; ·
somebody else refreshed                          | token, then token_expired           ; token, then token_expired           ; token, then token_expired           ; ·
scopes taken away                                | scope_missing                       ; scope_missing                       ; scope_missing                       ; ·
board deleted                                    | board_not_found                     ; board_not_found                     ; ·                                   ; ·
board given away                                 | board_access_denied                 ; board_access_denied                 ; ·                                   ; ·
board made secret                                | scope_missing                       ; scope_missing                       ; ·                                   ; ·
board busy                                       | again                               ; again                               ; ·                                   ; ·
listing lags                                     | ·                                   ; ·                                   ; ·                                   ; ·
video fails                                      | ·                                   ; invalid_payload                     ; ·                                   ; ·
video never ends                                 | ·                                   ; invalid_payload                     ; ·                                   ; ·
clock an hour behind                             | ·                                   ; ·                                   ; ·                                   ; ·
`;

const lines = table.trimEnd().split('\n').slice(1);
const cellsOf = (line: string): readonly string[] => (line.split('|')[1] ?? '').split(';').map((cell) => cell.trim());

/** The calls of an attempt: a pin, a pin of a video, the registration and the upload of that video. */
export const attemptCalls = cellsOf(lines[0] ?? '');

export const expectedPins: ReadonlyMap<string, readonly string[]> = new Map(
  lines.slice(1).map((line) => [(line.split('|')[0] ?? '').trim(), cellsOf(line)]),
);
