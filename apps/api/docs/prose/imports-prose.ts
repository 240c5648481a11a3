/** What the operations on imports are for, what happens next, what they cost and why they refuse. */
export const importsProse: Readonly<Record<string, string>> = {
  importJson:
    'Takes 1 to 500 pins as one JSON array and answers 202 at once; the rows are worked off in the background, each for itself. A row with `run_at` becomes a schedule. Read `GET /v1/pins/imports/{job_id}` or wait for `import.completed`. Each created pin uses one unit of quota; a row past the quota fails alone. A file sent again, or only its mended rows, publishes nothing twice. Plans without imports: 403 `feature_unavailable`.',
  importCsv:
    'Takes a CSV file of 1 to 500 rows in the field `file` of a form, UTF-8, with field names in its first line, at most 5 MB; `GET /v1/pins/imports/template.csv` is one to fill in. It answers 202 at once, and rows are worked off in the background as those of `POST /v1/pins/imports/json`, at the same cost.',
  listImports:
    'Lists the imports of the project, the newest first, without the results of their rows. `X-Total-Count` tells how many there are. It costs nothing.',
  getImport:
    'Reads how far an import has come, and what became of each row: the pin or schedule that it made, or why it failed. `completed_with_errors` means that some rows failed; the others are published.',
  cancelImport:
    'Ends an import whose rows are not all worked off: what is left fails as canceled, what was created stays. It gives no quota back, as the rest used none. One that has ended is refused with 409 `conflict`.',
  getFailedRows:
    'Downloads the rows that failed as a CSV file with a column `error`. Mend them there and send the file again to `POST /v1/pins/imports/csv`: rows that were created are not made twice. Cells that a spreadsheet would run as a formula are quoted.',
  getImportTemplate:
    'Downloads a CSV file with a column for each field and a row that shows how to fill it in. `delimiter` chooses comma or semicolon, as your spreadsheet has it.',
};
