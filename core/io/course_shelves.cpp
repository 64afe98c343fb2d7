// SPDX-License-Identifier: GPL-3.0-or-later
// One table of folders with the endings of their files, and one of the first bytes of pictures.
#include "core/io/course_shelves.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

using namespace std::string_view_literals;

struct Shelf {
    std::string_view folder;
    std::array<std::string_view, 4> suffixes; // of its files
};
constexpr std::array<Shelf, 4> shelves{{{"lessons/", {".json"}},
                                        {"scenarios/", {".rooflight.json"}},
                                        {"pictures/", {".png", ".svg", ".gif", ".jpg"}},
                                        {"notes/", {".md", ".txt", ".pdf"}}}};

struct Picture {
    std::string_view suffix, start, name;
};
constexpr std::array<Picture, 3> pictures{
    {{".png", "\x89PNG\r\n\x1a\n"sv, "PNG"}, {".gif", "GIF8"sv, "GIF"}, {".jpg", "\xff\xd8\xff"sv, "JPEG"}}};

/// A name without a folder: what every file system takes, and nothing that hides.
bool isFileName(std::string_view name)
{
    constexpr std::string_view good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.,()";
    return !name.empty() && name.size() <= 120 && name.front() != '.' && name.front() != ' ' &&
           name.find_first_not_of(good) == std::string_view::npos;
}

} // namespace

bool belongsToCourse(std::string_view path)
{
    return path == courseFile || std::ranges::any_of(shelves, [&](const Shelf& shelf) {
               return path.starts_with(shelf.folder) && isFileName(path.substr(shelf.folder.size())) &&
                      std::ranges::any_of(shelf.suffixes, [&](std::string_view suffix) {
                          return !suffix.empty() && path.ends_with(suffix) &&
                                 path.size() > shelf.folder.size() + suffix.size();
                      });
           });
}

bool isShelf(std::string_view path) { return std::ranges::find(shelves, path, &Shelf::folder) != shelves.end(); }

bool hasPlaceInCourse(std::string_view path) { return belongsToCourse(path) || isShelf(path); }

std::string_view otherThanNamed(std::string_view path, std::string_view bytes)
{
    for (const Picture& picture : pictures)
        if (path.ends_with(picture.suffix))
            return bytes.starts_with(picture.start) ? std::string_view() : picture.name;
    return path.ends_with(".svg") && bytes.find("<svg") == std::string_view::npos ? "SVG" : "";
}

} // namespace core
