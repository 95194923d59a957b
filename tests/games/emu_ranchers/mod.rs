//! Emu Ranchers: what the files of cases beside this one have no word for.

mod years_end;
