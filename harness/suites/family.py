"""Which family a suite file belongs to: how the official suite sorts its files."""


def family_of(name: str) -> str:
    """The folder of the file, two levels at most; for a file in none, its own stem.

    `index/between/10/slt_good_2.test` -> `index/between`, `evidence/in1.test` -> `evidence`,
    `select4.test` -> `select4`.
    """
    *folders, file = name.split("/")
    if folders:
        return "/".join(folders[:2])
    return file.rsplit(".", 1)[0]
